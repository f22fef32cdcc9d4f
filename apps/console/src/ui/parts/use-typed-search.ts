"use client";

import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useState } from "react";

const PAUSE_MS = 200;

/**
 * The text of a search whose value is in the address, under `name`.
 * @param found the value that the page has read from the address
 * @param search called with the trimmed text when the user pauses
 */
export function useTypedSearch(name: string, found: string, search: (text: string) => void) {
  const [typed, setTyped] = useState(found);
  const later = useDebouncedCallback((text: string) => search(text.trim()), PAUSE_MS);
  // The address changed in another way (a scan, a link, Back). A text that waits to be searched is newer than the address, and the
  // address is newer than what Next has read from it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs when the page has read a new address
  useEffect(() => {
    const value = new URLSearchParams(window.location.search).get(name) ?? "";
    if (!later.isPending()) setTyped((before) => (before.trim() === value ? before : value));
  }, [found]);
  return {
    typed,
    type: (text: string) => {
      setTyped(text);
      later(text);
    },
    /** Shows a text that the caller searches at once. */
    replace: (text: string) => {
      later.cancel();
      setTyped(text);
    },
  };
}
