"use client";

import type { ProductFilter } from "@highstreet/router/features/shelf/shelf.schema.ts";
import { useCallback, useState } from "react";

/** The ticked products of the list: some by their barcodes, or all that match the filter. */
export interface Ticks {
  barcodes: ReadonlySet<string>;
  isAll: boolean;
  /** The filter of a bulk edit of these products. */
  filter: ProductFilter & { barcodes?: string[] };
  /** Stays the same function while the filter stays, so that unchanged rows are not drawn again. */
  tick: (barcodes: string[], on: boolean) => void;
  tickMatches: () => void;
  clear: () => void;
}

const none: ReadonlySet<string> = new Set();

/** @param filter of the list. Another filter clears the ticks, because the list no longer shows the ticked products. */
export function useTicks(filter: ProductFilter): Ticks {
  const of = JSON.stringify(filter);
  const [kept, setKept] = useState({ of, barcodes: none, isAll: false });
  const { barcodes, isAll } = kept.of === of ? kept : { barcodes: none, isAll: false };
  const tick = useCallback(
    (changed: string[], on: boolean) =>
      setKept((before) => {
        const next = new Set(before.of === of ? before.barcodes : none);
        for (const barcode of changed) {
          if (on) next.add(barcode);
          else next.delete(barcode);
        }
        return { of, barcodes: next, isAll: false };
      }),
    [of],
  );
  return {
    barcodes,
    isAll,
    filter: isAll ? filter : { storeId: filter.storeId, barcodes: [...barcodes] },
    tick,
    tickMatches: () => setKept({ of, barcodes: none, isAll: true }),
    clear: () => setKept({ of, barcodes: none, isAll: false }),
  };
}
