"use client";

import { useWindowEvent } from "@mantine/hooks";
import type { RefObject } from "react";

/** Inputs without text, where a typed letter has no meaning. */
const WITHOUT_TEXT = ":is([type=checkbox], [type=radio], [readonly])";

/** Whether an event comes from a field, where keys are text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches(`textarea, input:not(${WITHOUT_TEXT})`);
}

/** `/` moves the focus to the search, unless the user types in a field. Works with every keyboard layout. */
export function useSearchKey(input: RefObject<HTMLInputElement | null>): void {
  useWindowEvent("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    input.current?.focus();
  });
}
