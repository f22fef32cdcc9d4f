import "server-only";
import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { consoleRouter } from "./console-router.ts";
import { staffAccess } from "./staff-access.ts";

type Options = ReturnType<typeof optionsOf>;

function optionsOf(ctx: Awaited<ReturnType<ReturnType<typeof staffAccess>["contextOf"]>>, queryClient: QueryClient) {
  return createTRPCOptionsProxy({ ctx, router: consoleRouter, queryClient });
}

interface PrefetchedProps {
  /** Starts the queries of the page: `(trpc, queries) => [queries.prefetchQuery(trpc.stores.find.queryOptions(…))]` */
  load: (trpc: Options, queries: QueryClient) => Promise<unknown>[];
  children: ReactNode;
}

export type Load = PrefetchedProps["load"];

/** Runs the queries of a page on the server. The browser repeats a query that failed here. */
export async function Prefetched({ load, children }: PrefetchedProps) {
  const queries = new QueryClient();
  const ctx = await staffAccess().contextOf(await headers());
  await Promise.allSettled(load(optionsOf(ctx, queries), queries));
  return <HydrationBoundary state={dehydrate(queries)}>{children}</HydrationBoundary>;
}
