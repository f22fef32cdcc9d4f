"use client";

import { eventActions } from "@highstreet/router/core/log/events.schema.ts";
import { type Delivery, deliveryStatuses } from "@highstreet/router/features/webhooks/webhooks.schema.ts";
import { Select, Skeleton, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FilterBar } from "../parts/filter-bar.tsx";
import { exactMoment, moment, quantity } from "../parts/formats.ts";
import { LoadFailed } from "../parts/notice.tsx";
import { NothingFound, Turn } from "../parts/paged-list.tsx";
import { Panel } from "../parts/panel.tsx";
import classes from "../parts/record-table.module.css";
import { RecordTable } from "../parts/record-table.tsx";
import { SearchInput } from "../parts/search-input.tsx";
import badge from "../parts/state-badge.module.css";
import { useTimeZone } from "../shell/shop-context.tsx";
import own from "./deliveries.module.css";
import { DeliveryDialog } from "./delivery-dialog.tsx";
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

interface DeliveryTableProps {
  deliveries: Delivery[];
  /** The next page still loads. */
  isOld: boolean;
  open: (sequence: number) => void;
}

function DeliveryTable({ deliveries, isOld, open }: DeliveryTableProps) {
  return (
    <RecordTable
      label={words.title}
      columns={[
        words.event,
        words.status,
        { number: words.sequence },
        { number: words.calls },
        words.lastAnswer,
        words.recorded,
      ]}
      isOld={isOld}
    >
      {deliveries.map((delivery) => (
        <DeliveryRow key={delivery.sequence} delivery={delivery} open={open} />
      ))}
    </RecordTable>
  );
}

function DeliveryRow({ delivery, open }: { delivery: Delivery; open: (sequence: number) => void }) {
  const timeZone = useTimeZone();
  const { sequence, action, barcode, status, tries, lastStatus, nextTryAt, reason, createdAt } = delivery;
  return (
    <tr role="row" className={`${classes.row} ${classes.opening}`}>
      <th role="rowheader" scope="row" className={own.event}>
        <UnstyledButton className={`${classes.open} ${own.open}`} onClick={() => open(sequence)}>
          <span className={own.action}>{action}</span> {barcode && <span className={own.barcode}>{barcode}</span>}
          <VisuallyHidden> {words.show(sequence)}</VisuallyHidden>
        </UnstyledButton>
      </th>
      <td role="cell" className={classes.status}>
        <span className={badge.badge} data-tone={status}>
          {texts.statuses[status]}
        </span>
        {reason === "receiver_down" && <span className={classes.reason}>{words.receiverDown}</span>}
        {nextTryAt && <span className={classes.reason}>{words.nextTryAt(exactMoment(nextTryAt, timeZone))}</span>}
      </td>
      <td role="cell" data-label={words.sequence} className={classes.number}>
        {sequence}
      </td>
      <td role="cell" data-label={words.calls} className={classes.number}>
        {quantity(tries)}
      </td>
      <td role="cell" data-label={words.lastAnswer}>
        {lastStatus ?? (tries > 0 ? words.noAnswer : "–")}
      </td>
      <td role="cell" data-label={words.recorded} className={own.when}>
        <time dateTime={createdAt}>{moment(createdAt, timeZone)}</time>
      </td>
    </tr>
  );
}
