"use client";

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
import { texts } from "./texts.ts";

const PAGE = 15;

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
  const counts = useQuery(trpc.listings.counts.queryOptions(of));
  const input = { ...of, state: state ?? undefined, q: q || undefined };
  const listings = useQuery({
    ...trpc.listings.list.queryOptions({ ...input, page: { size: PAGE, after } }),
    queryFn: ({ signal }) =>
      lookOn((from) => client.listings.list.query({ ...input, page: { size: PAGE, after: from } }, { signal }), after),
    placeholderData: keepPreviousData,
  });
  const page = listings.data;
  const isEmpty = page?.data.length === 0;
  // The rows after the cursor no longer match, so the first page is shown.
  if (isEmpty && after && !page.next && !page.prev && !listings.isFetching) setAfter(undefined);
  return (
    <Panel title={texts.title} text={texts.text}>
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
          {texts.meanings[state]}
        </Text>
      )}
      {listings.error && <LoadFailed message={listings.error.message} retry={() => void listings.refetch()} />}
      {listings.isPending && <Skeleton height={240} radius="md" />}
      {isEmpty && (
        <NothingFound
          text={listings.isPlaceholderData ? "" : state || q || after ? texts.noMatch : texts.none}
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
