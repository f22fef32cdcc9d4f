"use client";

import type { Product } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { useQuery } from "@tanstack/react-query";
import { moment, money, quantity } from "../frame/formats.ts";
import { Notice } from "../frame/notice.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { useShop } from "../shell/shop-context.tsx";
import { useTimeZone } from "../shell/store-context.tsx";
import { texts } from "./texts.ts";

/** When a hide for all stores ends by itself. */
export function HideNote({ product }: { product: Product }) {
  const trpc = useTRPC();
  const { retailerId } = useShop();
  const timeZone = useTimeZone();
  const ids = { retailerId, barcode: product.barcode };
  const edits = useQuery(trpc.customizations.list.queryOptions({ ...ids, page: { size: 100 } }));
  const records = edits.data && "data" in edits.data ? edits.data.data : [];
  const edit = records.find(({ storeId }) => storeId === null);
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
