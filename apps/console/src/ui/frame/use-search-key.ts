"use client";

import { useWindowEvent } from "@mantine/hooks";
import type { RefObject } from "react";

/** Inputs that hold no text: a letter typed there means nothing to them. */
const WITHOUT_TEXT = ":is([type=checkbox], [type=radio], [readonly])";

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches(`textarea, select, input:not(${WITHOUT_TEXT})`);
}

/** `/` leads to the search from anywhere on the page where one is not typing; on every keyboard, whichever keys make it. */
export function useSearchKey(input: RefObject<HTMLInputElement | null>): void {
  useWindowEvent("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    input.current?.focus();
  });
}
