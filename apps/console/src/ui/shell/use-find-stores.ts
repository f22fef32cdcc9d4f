"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPC } from "../frame/trpc.ts";
import { useShop } from "./shop-context.tsx";

const PAUSE_MS = 150;

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
