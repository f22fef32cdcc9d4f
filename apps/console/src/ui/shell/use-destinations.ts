"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPC } from "../frame/trpc.ts";
import { useShop } from "./shop-context.tsx";
import { texts } from "./texts.ts";
import { useFindShops } from "./use-find-shops.ts";
import { useFindStores } from "./use-find-stores.ts";
import { useSections } from "./use-sections.ts";

/** The most destinations of a kind. */
const MOST = 8;

interface Destination {
  href: string;
  name: string;
  note?: string | undefined;
}

/** What Ctrl+K offers for a text, by kind. */
export function useDestinations(text: string): { label: string; destinations: Destination[] }[] {
  const { base, retailerId } = useShop();
  const { stores } = useFindStores(text);
  const { shops } = useFindShops(text);
  const pages = useSections();
  const trpc = useTRPC();
  const [q] = useDebouncedValue(text.trim().slice(0, 200), 150);
  const found = useQuery({
    ...trpc.inventory.findProducts.queryOptions({ retailerId, filter: { q }, pageSize: MOST }),
    enabled: q !== "",
    placeholderData: keepPreviousData,
  });
  const products = text.trim() ? (found.data?.data ?? []) : [];
  const typed = text.trim().toLowerCase();
  const isMatch = (name: string) => name.toLowerCase().includes(typed);
  return [
    {
      label: texts.pages,
      destinations: pages.filter(({ label }) => isMatch(label)).map(({ href, label }) => ({ href, name: label })),
    },
    {
      label: texts.stores,
      destinations: stores
        .slice(0, MOST)
        .map(({ id, name, city }) => ({ href: `${base}/products?store=${id}`, name, note: city })),
    },
    {
      label: texts.products,
      destinations: products.map(({ barcode, title }) => ({
        href: `${base}/products/${encodeURIComponent(barcode)}`,
        name: title ?? barcode,
        note: barcode,
      })),
    },
    {
      label: texts.shops,
      destinations: shops
        .filter(({ id }) => id !== retailerId)
        .slice(0, MOST)
        .map(({ id, name }) => ({ href: `/shops/${id}`, name })),
    },
  ];
}
