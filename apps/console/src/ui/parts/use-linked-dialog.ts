"use client";

import { useDisclosure } from "@mantine/hooks";
import { useSearchParams } from "next/navigation";
import { useEffect } from "react";

/** The state of a dialog that a link can open: `?add=1`. */
export function useLinkedDialog(may = true) {
  const isWanted = useSearchParams().get("add") === "1" && may;
  const [isOpen, { open, close }] = useDisclosure(isWanted);
  useEffect(() => {
    if (isWanted) open();
  }, [isWanted, open]);
  return {
    isOpen,
    open,
    close: () => {
      close();
      leaveOut("add");
    },
  };
}

/** Removes a parameter from the address. The page stays. */
export function leaveOut(name: string): void {
  const params = new URLSearchParams(window.location.search);
  if (!params.has(name)) return;
  params.delete(name);
  window.history.replaceState(null, "", `${window.location.pathname}${params.size ? `?${params}` : ""}`);
}
