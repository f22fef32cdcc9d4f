"use client";

import { useWindowEvent } from "@mantine/hooks";
import dynamic from "next/dynamic";
import { useRouter, useSearchParams } from "next/navigation";
import { useRef } from "react";
import { showRefusal } from "../edits/undo.tsx";
import { isTyping } from "../parts/search-input.tsx";
import { leaveOut } from "../parts/use-linked-dialog.ts";
import { isFastAfter, nothingTyped, scannedCode, typedAfter } from "./scanned-text.ts";
import { texts } from "./texts.ts";
import { useOpenCode, useProductPaths } from "./use-open-code.ts";

const ScanDialog = dynamic(() => import("./scan-dialog.tsx").then(({ ScanDialog: dialog }) => dialog), { ssr: false });

/** A scanner on every page of a shop, and the camera while the address has `scan=1`. */
export function Scan() {
  const router = useRouter();
  const isScanning = useSearchParams().get("scan") === "1";
  const paths = useProductPaths();
  const openCode = useOpenCode();
  async function open(code: string): Promise<void> {
    try {
      if (!(await openCode(code))) router.push(paths.list({ q: code.slice(0, 200) }));
    } catch (error) {
      showRefusal(texts.notFound(code), error instanceof Error ? error.message : String(error));
    }
  }
  useScanner((code) => void open(code));
  return isScanning && <ScanDialog close={() => leaveOut("scan")} />;
}

/** Calls `open` with the code that a scanner types on a page. Leaves alone what is typed in a field or while a dialog is open. */
function useScanner(open: (code: string) => void): void {
  const typed = useRef(nothingTyped);
  useWindowEvent(
    "keydown",
    (event) => {
      const before = typed.current;
      typed.current = nothingTyped;
      const isAltGraph = event.getModifierState("AltGraph");
      if (event.metaKey || (event.altKey && !isAltGraph) || event.repeat || event.isComposing) return;
      if (isTyping(event.target) || document.querySelector("[aria-modal=true]")) return;
      const { key, ctrlKey, timeStamp } = event;
      const code = /^(?:Enter|Tab)$/.test(key) ? scannedCode(before, timeStamp) : undefined;
      typed.current = typedAfter(before, { key, ctrlKey, isAltGraph, timeStamp });
      // A key of a scanner presses no button, and is no key of the page.
      if (code !== undefined || (typed.current.text.length > 1 && isFastAfter(before, event))) {
        event.preventDefault();
        event.stopPropagation();
      }
      if (code !== undefined) open(code);
    },
    { capture: true },
  );
}
