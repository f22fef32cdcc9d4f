"use client";

import {
  type Listing,
  type ListingCounts,
  type ListingState,
  listingStates,
  MAX_COUNTED,
} from "@highstreet/router/features/listings/listings.schema.ts";
import { Select, Skeleton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FilterBar } from "../parts/filter-bar.tsx";
import { moment, money, quantity } from "../parts/formats.ts";
import { Hint } from "../parts/hint.tsx";
import { LoadFailed } from "../parts/notice.tsx";
import { NothingFound, skipEmptyParts, Turn } from "../parts/paged-list.tsx";
import { Panel } from "../parts/panel.tsx";
import classes from "../parts/record-table.module.css";
import { RecordTable } from "../parts/record-table.tsx";
import { SearchInput } from "../parts/search-input.tsx";
import badge from "../parts/state-badge.module.css";
import { useTRPC, useTRPCClient } from "../parts/trpc.ts";
import { StockBadge } from "../products/stock-badge.tsx";
import { listingWords } from "../server-words/server-words.ts";
import { useStore } from "../shell/shop-context.tsx";
import own from "./listings.module.css";
import { texts } from "./texts.ts";

const PAGE = 15;

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
      skipEmptyParts(
        (from) => client.listings.list.query({ ...input, page: { size: PAGE, after: from } }, { signal }),
        after,
      ),
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
      {state && <Hint>{texts.meanings[state]}</Hint>}
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

interface Filters {
  q: string;
  state: ListingState | null;
}

const noFilters: Filters = { q: "", state: null };

interface ListingFiltersProps {
  filters: Filters;
  filter: (changes: Partial<Filters>) => void;
  /** Number of listings in each state; undefined while unknown. */
  counts: ListingCounts | undefined;
}

/** A count with an upper limit: 1,250 · 10,000+ */
const counted = (number: number): string => (number < MAX_COUNTED ? quantity(number) : `${quantity(MAX_COUNTED)}+`);

function ListingFilters({ filters, filter, counts }: ListingFiltersProps) {
  const label = (state: ListingState) =>
    counts ? `${texts.states[state]} (${counted(counts[state])})` : texts.states[state];
  return (
    <FilterBar
      search={
        <SearchInput
          label={texts.search}
          placeholder={texts.searchHint}
          maxLength={200}
          value={filters.q}
          onChange={(q) => filter({ q })}
        />
      }
    >
      <Select
        aria-label={texts.columns.status}
        placeholder={texts.anyStatus}
        data={listingStates.map((value) => ({ value, label: label(value) }))}
        clearable
        clearButtonProps={{ "aria-label": texts.anyStatus }}
        value={filters.state}
        onChange={(value) => filter({ state: listingStates.find((one) => one === value) ?? null })}
      />
    </FilterBar>
  );
}

const { columns } = texts;

const tones: Record<Listing["state"], string> = {
  waiting: "pending",
  sent: "delivered",
  refused: "refused",
  disapproved: "failed",
  withdrawn: "",
  unidentified: "held",
};

interface ListingTableProps {
  listings: Listing[];
  /** The next page still loads. */
  isOld: boolean;
}

function ListingTable({ listings, isOld }: ListingTableProps) {
  return (
    <RecordTable
      label={texts.table}
      columns={[columns.product, columns.status, columns.stock, { number: columns.price }, columns.sent]}
      isOld={isOld}
    >
      {listings.map((listing) => (
        <ListingRow key={listing.barcode} listing={listing} />
      ))}
    </RecordTable>
  );
}

function ListingRow({ listing }: { listing: Listing }) {
  const { store } = useStore();
  const { barcode, title, state, wanted, sent, sentAt, problem } = listing;
  const isOther = sent && (sent.status !== wanted?.status || sent.price !== wanted.price);
  return (
    <tr role="row" className={classes.row}>
      <th role="rowheader" scope="row" className={own.product}>
        <span className={own.name}>{title ?? barcode}</span>
        {title && <span className={own.barcode}>{barcode}</span>}
      </th>
      <td role="cell" className={classes.status}>
        <span className={badge.badge} data-tone={tones[state]}>
          {texts.states[state]}
        </span>
        {problem && <span className={classes.reason}>{listingWords(problem)}</span>}
      </td>
      <td role="cell" data-label={columns.stock}>
        {wanted ? <StockBadge status={wanted.status} /> : "–"}
      </td>
      <td role="cell" data-label={columns.price} className={classes.number}>
        {wanted ? money(wanted.price, wanted.currency) : "–"}
      </td>
      <td role="cell" data-label={columns.sent}>
        {sentAt ? <time dateTime={sentAt}>{moment(sentAt, store.timezone)}</time> : texts.notSent}
        {isOther && (
          <span className={classes.reason}>
            {texts.sentAs(texts.stock[sent.status], money(sent.price, sent.currency))}
          </span>
        )}
      </td>
    </tr>
  );
}
