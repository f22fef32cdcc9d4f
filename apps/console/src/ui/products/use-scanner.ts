"use client";

import { useWindowEvent } from "@mantine/hooks";
import { useRef } from "react";
import { isTyping } from "../frame/use-search-key.ts";

/** The fewest digits that are taken for a barcode. */
const SHORTEST = 5;

/** Calls `find` with the digits that a scanner types anywhere on the page, when Enter follows. Typing in a field is left alone. */
export function useScanner(find: (barcode: string) => void): void {
  const digits = useRef("");
  useWindowEvent("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (/^[0-9]$/.test(event.key)) {
      digits.current += event.key;
      return;
    }
    const scanned = digits.current;
    digits.current = "";
    if (event.key !== "Enter" || scanned.length < SHORTEST) return;
    // Enter would also press the focused button or link.
    event.preventDefault();
    find(scanned);
  });
}
