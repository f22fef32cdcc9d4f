"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "../frame/trpc.ts";

/** Reloads all data of channels. Resolves when the visible data is new. */
export function useRefresh(): () => Promise<unknown> {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const all = [trpc.channels.pathFilter(), trpc.localAds.pathFilter(), trpc.listings.pathFilter()];
  return () => Promise.all(all.map((filter) => queries.invalidateQueries(filter)));
}
