"use client";

import { MAX_FOUND_STORES } from "@highstreet/router/core/stores/stores.schema.ts";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useTRPC } from "../parts/trpc.ts";
import { useShop } from "./shop-context.tsx";

const PAUSE_MS = 150;

/** The shops of the person that match a text. Asks the server only if the page does not have them all. */
export function useFindShops(text: string) {
  const trpc = useTRPC();
  const { me } = useShop();
  const [q] = useDebouncedValue(text.trim().slice(0, 200), PAUSE_MS);
  const found = useQuery({
    ...trpc.staff.findShops.queryOptions({ q }),
    enabled: me.hasMoreRetailers && q !== "",
    placeholderData: keepPreviousData,
  });
  const typed = text.trim().toLowerCase();
  const hasAll = !me.hasMoreRetailers || typed === "";
  return {
    shops: hasAll ? me.retailers.filter(({ name }) => name.toLowerCase().includes(typed)) : (found.data ?? []),
    isLoading: found.isFetching,
  };
}

/** The stores of the shop that match a text. Asks the server only if the page does not have them all. */
export function useFindStores(text: string) {
  const trpc = useTRPC();
  const { retailerId, stores } = useShop();
  const [q] = useDebouncedValue(text.trim(), PAUSE_MS);
  const hasAll = stores.data.length === stores.total;
  const found = useQuery({
    ...trpc.stores.find.queryOptions({ retailerId, q }),
    enabled: !hasAll && q !== "",
    placeholderData: keepPreviousData,
  });
  const typed = text.trim().toLowerCase();
  const matches = ({ name, city }: { name: string; city: string }) => `${name}\n${city}`.toLowerCase().includes(typed);
  return {
    stores: hasAll || typed === "" ? stores.data.filter(matches) : (found.data?.data ?? []),
    isLoading: found.isFetching,
  };
}

/**
 * The names of stores, as far as they are loaded; null: deleted. A person of chosen stores sees the names of these alone.
 * @param ids UUIDs of stores that exist, or existed
 */
export function useStoreNames(ids: string[]): Map<string, string | null> {
  const trpc = useTRPC();
  const { retailerId, retailer, stores } = useShop();
  const names = new Map<string, string | null>(stores.data.map(({ id, name }) => [id, name]));
  const missing = [...new Set(ids)].filter((id) => !names.has(id));
  const parts = Array.from({ length: Math.ceil(missing.length / MAX_FOUND_STORES) }, (_, n) =>
    missing.slice(n * MAX_FOUND_STORES, (n + 1) * MAX_FOUND_STORES),
  );
  const found = useQueries({ queries: parts.map((part) => trpc.stores.find.queryOptions({ retailerId, ids: part })) });
  for (const [n, { data }] of found.entries()) {
    if (data && !retailer.isOfStores) for (const id of parts[n] ?? []) names.set(id, null);
    for (const { id, name } of data?.data ?? []) names.set(id, name);
  }
  return names;
}

/** The store that a search must name, because a person of chosen stores searches in one; undefined: all stores. */
export function useOwnStore(): string | undefined {
  const { retailer, stores } = useShop();
  const chosen = useSearchParams().get("store") ?? stores.data[0]?.id;
  return retailer.isOfStores ? chosen : undefined;
}
