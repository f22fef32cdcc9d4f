"use client";

import dynamic from "next/dynamic";
import { useRouter, useSearchParams } from "next/navigation";
import { showRefusal } from "../edits/undo.tsx";
import { leaveOut } from "../parts/use-linked-dialog.ts";
import { texts } from "./texts.ts";
import { useOpenCode, useProductPaths } from "./use-open-code.ts";
import { useScanner } from "./use-scanner.ts";

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
