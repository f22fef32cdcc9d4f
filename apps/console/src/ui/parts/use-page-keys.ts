"use client";

import { useWindowEvent } from "@mantine/hooks";
import { useRef } from "react";
import { isTyping } from "./search-input.tsx";

/** The next key of a scanner comes sooner. */
const WAIT_MS = 80;

/** Keys of a page, without Ctrl. They do nothing in a field, while a dialog is open, and within the code of a scanner. */
export function usePageKeys(keys: Record<string, () => void>): void {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef(0);
  useWindowEvent(
    "keydown",
    ({ key, timeStamp, repeat, ctrlKey, metaKey, altKey, target }) => {
      if (/^Shift$/.test(key)) return;
      clearTimeout(waiting.current);
      const isFast = timeStamp - last.current < WAIT_MS;
      last.current = timeStamp;
      const act = Object.hasOwn(keys, key) ? keys[key] : undefined;
      if (!act || ctrlKey || metaKey || altKey || isTyping(target)) return;
      if (document.querySelector("[aria-modal=true]")) return;
      if (repeat) act();
      else if (!isFast) waiting.current = setTimeout(act, WAIT_MS);
    },
    { capture: true },
  );
}
