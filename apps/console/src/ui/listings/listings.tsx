"use client";

import type { ListingCounts } from "@highstreet/router/features/listings/listings.schema.ts";
import { Skeleton, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadFailed } from "../frame/load-failed.tsx";
import { lookOn } from "../frame/look-on.ts";
import { NothingFound } from "../frame/nothing-found.tsx";
import { Panel } from "../frame/panel.tsx";
import { useTRPC, useTRPCClient } from "../frame/trpc.ts";
import { Turn } from "../frame/turn.tsx";
import { useStore } from "../shell/store-context.tsx";
import { type Filters, ListingFilters, noFilters } from "./listing-filters.tsx";
import { ListingTable } from "./listing-table.tsx";
import { stateMeanings } from "./listing-words.ts";

const PAGE = 15;
const SOON = 3_000;
const LATER = 30_000;

/** The pause between two reads. It is short as long as products wait to be sent or no product is listed. */
function paceOf(counts: ListingCounts | undefined): number {
  const isSettled = counts && counts.waiting === 0 && Object.values(counts).some((count) => count > 0);
  return isSettled ? LATER : SOON;
}

/** The state of each product of a store at the search engine. */
export function Listings() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { ids } = useStore();
  const [filters, setFilters] = useState<Filters>(noFilters);
  const [after, setAfter] = useState<string>();
  const [q] = useDebouncedValue(filters.q.trim(), 250);
  const { state } = filters;
  const of = { ...ids, type: "search" };
  const counts = useQuery(
    trpc.listings.counts.queryOptions(of, { refetchInterval: ({ state: { data } }) => paceOf(data) }),
  );
  const input = { ...of, state: state ?? undefined, q: q || undefined };
  const listings = useQuery({
    ...trpc.listings.list.queryOptions({ ...input, page: { size: PAGE, after } }),
    queryFn: ({ signal }) =>
      lookOn((from) => client.listings.list.query({ ...input, page: { size: PAGE, after: from } }, { signal }), after),
    placeholderData: keepPreviousData,
    // The counts can be newer than this page. A page without a match may have searched the whole list, so it is not repeated often.
    refetchInterval: ({ state: { data } }) => {
      if (q && data?.data.length === 0) return LATER;
      return data?.data.some((listing) => listing.state === "waiting") ? SOON : paceOf(counts.data);
    },
  });
  const page = listings.data;
  const isEmpty = page?.data.length === 0;
  // The rows after the cursor no longer match, so the first page is shown.
  if (isEmpty && after && !page.next && !page.prev && !listings.isFetching) setAfter(undefined);
  return (
    <Panel title="Products in search" text="The state of each product of this store at the search engine.">
      <ListingFilters
        filters={filters}
        counts={counts.data}
        filter={(changes) => {
          setFilters({ ...filters, ...changes });
          setAfter(undefined);
        }}
      />
      {state && (
        <Text size="sm" c="dimmed">
          {stateMeanings[state]}
        </Text>
      )}
      {listings.error && <LoadFailed message={listings.error.message} retry={() => void listings.refetch()} />}
      {listings.isPending && <Skeleton height={240} radius="md" />}
      {isEmpty && (
        <NothingFound
          text={state || q || after ? "No product matches." : "Products appear here as soon as they are sent."}
          next={page.next}
          isLooking={listings.isPlaceholderData}
          look={setAfter}
        />
      )}
      {page && !isEmpty && <ListingTable listings={page.data} isOld={listings.isPlaceholderData} />}
      {page && (
        <Turn page={isEmpty ? { ...page, next: null } : page} isOld={listings.isPlaceholderData} to={setAfter} />
      )}
    </Panel>
  );
}
