"use client";

import { eventActions } from "@highstreet/router/core/log/events.schema.ts";
import { deliveryStatuses } from "@highstreet/router/features/webhooks/webhooks.schema.ts";
import { Select, Skeleton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FilterBar } from "../parts/filter-bar.tsx";
import { LoadFailed } from "../parts/notice.tsx";
import { NothingFound, Turn } from "../parts/paged-list.tsx";
import { Panel } from "../parts/panel.tsx";
import { SearchInput } from "../parts/search-input.tsx";
import { DeliveryDialog } from "./delivery-dialog.tsx";
import { DeliveryTable } from "./delivery-table.tsx";
import { useReceiver } from "./receiver.tsx";
import { SendRange } from "./send-range.tsx";
import { texts } from "./texts.ts";

const words = texts.list;

/**
 * The deliveries of a store, newest first.
 * @param isOff the channel is off, but earlier deliveries can exist
 */
export function Deliveries({ isOff = false }: { isOff?: boolean }) {
  const receiver = useReceiver();
  const [filters, setFilters] = useState<Filters>(noFilters);
  const [after, setAfter] = useState<string>();
  const [opened, setOpened] = useState<number>();
  const [q] = useDebouncedValue(filters.q.trim(), 250);
  const { status, action } = filters;
  const isFiltered = q !== "" || status !== null || action !== null;
  const filter = { q: q || undefined, status: status ?? undefined, action: action ?? undefined };
  const deliveries = useQuery({ ...receiver.list(filter, after), placeholderData: keepPreviousData });
  const page = deliveries.data;
  const isEmpty = page?.data.length === 0;
  // The rows after the cursor no longer match, so the first page is shown.
  if (isEmpty && after && !page.next && !page.prev && !deliveries.isFetching) setAfter(undefined);
  if (isOff && !isFiltered && (isEmpty || deliveries.isPending)) return null;
  return (
    <Panel title={words.title} text={words.text} aside={!isOff && <SendRange />}>
      <DeliveryFilters
        filters={filters}
        filter={(changes) => {
          setFilters({ ...filters, ...changes });
          setAfter(undefined);
        }}
      />
      {deliveries.error && <LoadFailed message={deliveries.error.message} retry={() => void deliveries.refetch()} />}
      {deliveries.isPending && <Skeleton height={240} radius="md" />}
      {isEmpty && (
        <NothingFound
          text={isFiltered || after ? words.noMatch : words.nothing}
          next={page.next}
          isLooking={deliveries.isPlaceholderData}
          look={setAfter}
        />
      )}
      {page && !isEmpty && (
        <DeliveryTable deliveries={page.data} isOld={deliveries.isPlaceholderData} open={setOpened} />
      )}
      {page && (
        <Turn page={isEmpty ? { ...page, next: null } : page} isOld={deliveries.isPlaceholderData} to={setAfter} />
      )}
      <DeliveryDialog sequence={opened} open={setOpened} />
    </Panel>
  );
}

interface Filters {
  q: string;
  status: (typeof deliveryStatuses)[number] | null;
  action: (typeof eventActions)[number] | null;
}

const noFilters: Filters = { q: "", status: null, action: null };

const statuses = deliveryStatuses.map((value) => ({ value, label: texts.statuses[value] }));

function DeliveryFilters({ filters, filter }: { filters: Filters; filter: (changes: Partial<Filters>) => void }) {
  return (
    <FilterBar
      search={
        <SearchInput
          label={words.search}
          placeholder={words.searchHint}
          maxLength={64}
          value={filters.q}
          onChange={(q) => filter({ q })}
        />
      }
    >
      <Select
        aria-label={words.status}
        placeholder={words.anyStatus}
        data={statuses}
        clearable
        clearButtonProps={{ "aria-label": words.anyStatus }}
        value={filters.status}
        onChange={(value) => filter({ status: deliveryStatuses.find((one) => one === value) ?? null })}
      />
      <Select
        aria-label={words.event}
        placeholder={words.anyEvent}
        data={eventActions}
        clearable
        clearButtonProps={{ "aria-label": words.anyEvent }}
        value={filters.action}
        onChange={(value) => filter({ action: eventActions.find((one) => one === value) ?? null })}
      />
    </FilterBar>
  );
}
