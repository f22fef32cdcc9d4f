"use client";

import type { FindProducts, FoundProducts, ProductSummary } from "@highstreet/router/features/shelf/shelf.schema.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { showRefusal } from "../edits/undo.tsx";
import { money, quantity } from "../parts/formats.ts";
import { useTRPC } from "../parts/trpc.ts";
import { useShop } from "../shell/shop-context.tsx";
import { texts } from "./texts.ts";
import type { Ticks } from "./use-ticks.ts";

/** 20 sheets. */
const MAX_LABELS = 480;
const PAGE = 100;

/** Prints one label for each ticked product, with its price in the chosen store. */
export function usePrintLabels(ticks: Ticks, total: number) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { retailerId } = useShop();
  const { storeId } = ticks.filter;

  const find = async (asked: Omit<FindProducts, "retailerId" | "order" | "pageNumber"> & { pageNumber?: number }) =>
    (await queries.fetchQuery(trpc.inventory.findProducts.queryOptions({ retailerId, ...asked }))).data;

  async function load(): Promise<ProductSummary[]> {
    const pages = Array.from({ length: Math.ceil(total / PAGE) }, (_, n) => n + 1);
    if (ticks.isAll) {
      const all: ProductSummary[] = [];
      for (const pageNumber of pages) all.push(...(await find({ filter: ticks.filter, pageNumber, pageSize: PAGE })));
      return all;
    }
    // The lists that the person has seen have most of them.
    const lists = trpc.inventory.findProducts.queryFilter({ retailerId, filter: { storeId } });
    const seen = queries.getQueriesData<FoundProducts>(lists).flatMap(([, page]) => page?.data ?? []);
    const known = new Map(seen.map((product) => [product.barcode, product]));
    const ticked = [...ticks.barcodes].map(
      async (barcode) => known.get(barcode) ?? (await find({ filter: { storeId, barcode }, pageSize: 1 }))[0] ?? [],
    );
    return (await Promise.all(ticked)).flat();
  }

  return useMutation({
    mutationFn: async () => {
      const words = texts.bulk.labels;
      if ((ticks.isAll ? total : ticks.barcodes.size) > MAX_LABELS)
        throw new Error(words.tooMany(quantity(MAX_LABELS)));
      const products = await load();
      if (products.some(({ price, highestPrice }) => price !== highestPrice)) throw new Error(words.prices);
      const { printLabels } = await import("./print-labels.tsx");
      printLabels(
        products.map(({ barcode, title, price, currency }) => ({
          barcode,
          title: title ?? barcode,
          price: money(price, currency),
        })),
      );
    },
    onError: ({ message }) => showRefusal(texts.bulk.labels.failed, message),
  });
}
