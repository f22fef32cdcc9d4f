"use client";

import type { ProductSummary } from "@highstreet/router/features/shelf/shelf.schema.ts";
import { useEffect } from "react";
import { moment, money } from "../parts/formats.ts";
import { stockText } from "../products/stock-badge.tsx";
import { useChosenStore, useShop, useTimeZone } from "../shell/shop-context.tsx";
import { keepOfflinePage } from "./offline-page.ts";
import { texts } from "./texts.ts";

/** Keeps a list of products for the time without a connection. */
export function useKeptList(products: ProductSummary[] | undefined): void {
  const store = useChosenStore();
  const timeZone = useTimeZone();
  const { retailer } = useShop();
  const where = texts.where(retailer.name, store?.name);
  useEffect(() => {
    if (!products || !("serviceWorker" in navigator)) return;
    const rows = products.map((product) => [
      product.title ?? product.barcode,
      product.barcode,
      money(product.price, product.currency),
      stockText(product),
      product.hiddenIn < product.stores ? texts.yes : texts.no,
    ]);
    const of = texts.of(where, moment(new Date().toISOString(), timeZone));
    // A browser without room for it works as before.
    keepOfflinePage({ of, rows }).catch(() => undefined);
  }, [products, where, timeZone]);
}
