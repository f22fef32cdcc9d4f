"use client";

import { useWindowEvent } from "@mantine/hooks";
import { useRef } from "react";
import { isTyping } from "../parts/search-input.tsx";
import { isFastAfter, nothingTyped, scannedCode, typedAfter } from "./scanned-text.ts";

/** Calls `open` with the code that a scanner types on a page. Leaves alone what is typed in a field or while a dialog is open. */
export function useScanner(open: (code: string) => void): void {
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
