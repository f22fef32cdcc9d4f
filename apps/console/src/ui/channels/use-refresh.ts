"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "../frame/trpc.ts";

/** Reloads all data of channels, and the set-up of the shop. Resolves when the visible data is new. */
export function useRefresh(): () => Promise<unknown> {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const all = [trpc.channels, trpc.localAds, trpc.listings, trpc.overview];
  return () => Promise.all(all.map((part) => queries.invalidateQueries(part.pathFilter())));
}
