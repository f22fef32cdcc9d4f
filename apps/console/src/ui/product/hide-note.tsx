"use client";

import type { Product } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { moment, money, quantity } from "../frame/formats.ts";
import { Notice } from "../frame/notice.tsx";
import { useTimeZone } from "../shell/store-context.tsx";
import { texts } from "./texts.ts";
import { useEdits } from "./use-edits.ts";

/** When a hide for all stores ends by itself. */
export function HideNote({ product }: { product: Product }) {
  const timeZone = useTimeZone();
  const { forAllStores: edit } = useEdits(product);
  const { priceUnder, quantityUnder } = edit?.hiddenWhile ?? {};
  const { ends, endsAtPrice, endsAtStock } = texts.hideUntil;
  const [currency = "GBP"] = product.stores.map((store) => store.currency);
  const notes = [
    edit?.hiddenUntil && ends(moment(edit.hiddenUntil, timeZone)),
    priceUnder !== undefined && endsAtPrice(money(priceUnder, currency)),
    quantityUnder !== undefined && endsAtStock(quantity(quantityUnder)),
  ].filter(Boolean);
  return notes.length > 0 && <Notice tone="info">{notes.join(" · ")}</Notice>;
}
