"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
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

interface Found {
  groups: { label: string; destinations: Destination[] }[];
  /** Some of the answers for this text are missing. */
  isLoading: boolean;
  error: string | undefined;
}

/** What Ctrl+K offers for a text, by kind. */
export function useDestinations(text: string): Found {
  const { base, retailerId } = useShop();
  const { stores, isLoading: isFindingStores } = useFindStores(text);
  const { shops, isLoading: isFindingShops } = useFindShops(text);
  const pages = useSections();
  const trpc = useTRPC();
  const [q] = useDebouncedValue(text.trim().slice(0, 200), 150);
  const found = useQuery({
    ...trpc.inventory.findProducts.queryOptions({ retailerId, filter: { q }, pageSize: MOST }),
    enabled: q !== "",
  });
  // Products of an earlier text would open at Enter.
  const isCurrent = q === text.trim().slice(0, 200);
  const products = isCurrent && q ? (found.data?.data ?? []) : [];
  const typed = text.trim().toLowerCase();
  const isMatch = (name: string) => name.toLowerCase().includes(typed);
  const groups = [
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
  const isLoading = !isCurrent || found.isFetching || isFindingStores || isFindingShops;
  return { groups, isLoading, error: isCurrent ? found.error?.message : undefined };
}
