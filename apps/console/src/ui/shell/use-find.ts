"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
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

/** The store that a search must name, because a person of chosen stores searches in one; undefined: all stores. */
export function useOwnStore(): string | undefined {
  const { retailer, stores } = useShop();
  const chosen = useSearchParams().get("store") ?? stores.data[0]?.id;
  return retailer.isOfStores ? chosen : undefined;
}
