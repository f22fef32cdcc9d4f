"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPC } from "../frame/trpc.ts";
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
