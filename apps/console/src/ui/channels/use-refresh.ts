"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "../frame/trpc.ts";

/** Reads everything about channels anew; settled when what is in sight is new. */
export function useRefresh(): () => Promise<unknown> {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const all = [trpc.channels.pathFilter(), trpc.localAds.pathFilter(), trpc.listings.pathFilter()];
  return () => Promise.all(all.map((filter) => queries.invalidateQueries(filter)));
}
