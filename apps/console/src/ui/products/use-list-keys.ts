"use client";

import { useRouter } from "next/navigation";
import type { RefObject } from "react";
import { usePageKeys } from "../parts/use-page-keys.ts";

/** Keys of the list: j and k move, x selects, e opens the form. The focused link opens at Enter. */
export function useListKeys(table: RefObject<HTMLTableElement | null>): void {
  const router = useRouter();
  const rowAt = (step: number): HTMLTableRowElement | undefined => {
    const rows = [...(table.current?.tBodies[0]?.rows ?? [])];
    const now = rows.findIndex((row) => row.contains(document.activeElement));
    return now < 0 ? (step ? rows[0] : undefined) : rows[now + step];
  };
  const move = (step: number) => rowAt(step)?.querySelector("a")?.focus();
  usePageKeys({
    j: () => move(1),
    k: () => move(-1),
    x: () => rowAt(0)?.querySelector<HTMLInputElement>("input:not([role=switch])")?.click(),
    e: () => {
      const link = rowAt(0)?.querySelector("a");
      if (!link) return;
      const address = new URL(link.href);
      address.searchParams.set("edit", "1");
      router.push(address.pathname + address.search);
    },
  });
}
