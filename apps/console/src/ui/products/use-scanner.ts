"use client";

import { useWindowEvent } from "@mantine/hooks";
import { useRef } from "react";
import { isTyping } from "../frame/use-search-key.ts";
import { isScanned, scannedText } from "./scanned-text.ts";

/** Calls `find` with the text that a scanner types anywhere on the page, when Enter follows. Typing in a field is left alone. */
export function useScanner(find: (barcode: string) => void): void {
  const text = useRef("");
  useWindowEvent(
    "keydown",
    (event) => {
      if (event.metaKey || event.altKey || isTyping(event.target)) return;
      const scanned = text.current;
      text.current = scannedText(scanned, event);
      // The slash of a link is no key of the page.
      if (event.key === "/" && text.current !== "") {
        event.preventDefault();
        event.stopPropagation();
      }
      if (event.key !== "Enter" || !isScanned(scanned)) return;
      // Enter would also press the focused button or link.
      event.preventDefault();
      find(scanned);
    },
    { capture: true },
  );
}
