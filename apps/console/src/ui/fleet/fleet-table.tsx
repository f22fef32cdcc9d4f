"use client";

import { type FleetDays, type FleetRow, MAX_STORES_OF_DAYS } from "@highstreet/router/features/fleet/fleet.schema.ts";
import { Button, UnstyledButton } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { memo, useState } from "react";
import { taskPath, taskWords } from "../home/texts.ts";
import { moment } from "../parts/formats.ts";
import records from "../parts/record-table.module.css";
import badge from "../parts/state-badge.module.css";
import { useTRPC } from "../parts/trpc.ts";
import { Days } from "./days.tsx";
import classes from "./fleet.module.css";
import { stateWords, stockWords, texts } from "./texts.ts";

export type Column = "store" | "problems" | "stock";
export interface Order {
  by: Column;
  isBackwards: boolean;
}

export const nameOf = ({ shop, store }: FleetRow): string => store?.name ?? shop;
const MAX_PROBLEMS = 2;

interface TableProps {
  rows: FleetRow[];
  isOld: boolean;
  order: Order;
  setOrder: (order: Order) => void;
}

/** Rows of the table at first, and with each press on "Show more". Only their days are read. */
const ROWS = 2 * MAX_STORES_OF_DAYS;

export function FleetTable({ rows, isOld, order, setOrder }: TableProps) {
  const [shown, setShown] = useState(ROWS);
  const parts = Array.from({ length: Math.ceil(Math.min(shown, rows.length) / MAX_STORES_OF_DAYS) }, (_, n) =>
    rows.slice(n * MAX_STORES_OF_DAYS, (n + 1) * MAX_STORES_OF_DAYS),
  );
  const column = (by: Column, label: string) => {
    const isSorted = order.by === by;
    return (
      <th scope="col" aria-sort={isSorted ? (order.isBackwards ? "descending" : "ascending") : "none"}>
        <UnstyledButton
          className={classes.sort}
          aria-label={texts.sortBy(label)}
          onClick={() => setOrder({ by, isBackwards: isSorted && !order.isBackwards })}
        >
          {label}
          <span aria-hidden="true">{isSorted ? (order.isBackwards ? " ↓" : " ↑") : ""}</span>
        </UnstyledButton>
      </th>
    );
  };
  return (
    <>
      <table role="table" className={records.table} aria-label={texts.table} aria-busy={isOld}>
        <thead role="rowgroup" className={records.head}>
          <tr role="row">
            {column("store", texts.store)}
            {column("problems", texts.problems)}
            {column("stock", texts.stock)}
            <th scope="col">{texts.days}</th>
            <th scope="col">{texts.channels}</th>
            <th scope="col">{texts.ads}</th>
            <th scope="col">{texts.webhooks}</th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {parts.map((part) => (
            <StoreRows key={part[0]?.store?.id ?? part[0]?.retailerId} rows={part} />
          ))}
        </tbody>
      </table>
      {shown < rows.length && (
        <Button variant="default" onClick={() => setShown(shown + ROWS)}>
          {texts.showMore}
        </Button>
      )}
    </>
  );
}

/** Rows whose days are read together. */
function StoreRows({ rows }: { rows: FleetRow[] }) {
  const trpc = useTRPC();
  const stores = rows.filter(({ store }) => store);
  const input = {
    retailerIds: [...new Set(stores.map(({ retailerId }) => retailerId))].sort(),
    storeIds: stores.flatMap(({ store }) => store?.id ?? []).sort(),
  };
  const days = useQuery(
    trpc.fleet.days.queryOptions(input, {
      enabled: stores.length > 0,
      staleTime: 60_000,
      placeholderData: keepPreviousData,
    }),
  );
  return rows.map((row) => (
    <StoreRow
      key={row.store?.id ?? row.retailerId}
      row={row}
      days={days.data?.find(({ storeId }) => storeId === row.store?.id)?.days}
    />
  ));
}

const Status = ({ of }: { of: "connected" | "pending" | null }) =>
  of ? (
    <span className={badge.badge} data-tone={of}>
      {stateWords[of]}
    </span>
  ) : (
    "–"
  );

export const pathOf = ({ retailerId, store }: FleetRow): string =>
  store ? `/shops/${retailerId}/products?store=${store.id}` : `/shops/${retailerId}`;

interface StoreRowProps {
  row: FleetRow;
  days: FleetDays[number]["days"] | undefined;
}

const StoreRow = memo(function StoreRow({ row, days }: StoreRowProps) {
  const { retailerId, shop, isTest, store, lastStockAt, stock, channels, problems } = row;
  const word = store ? stockWords[stock] : undefined;
  return (
    <tr role="row" className={`${records.row} ${records.opening}`}>
      <th role="rowheader" scope="row" className={classes.place}>
        <Link className={`${records.open} ${classes.open}`} prefetch={false} href={pathOf(row)}>
          {nameOf(row)}
        </Link>
        <span className={classes.note}>
          {[...(store ? [shop, store.city] : [texts.noStore]), isTest && texts.test].filter(Boolean).join(" · ")}
        </span>
      </th>
      <td role="cell" data-label={texts.problems} className={classes.wide}>
        {problems.length === 0 ? (
          texts.fine
        ) : (
          <ul className={classes.problems}>
            {problems.slice(0, MAX_PROBLEMS).map((task) => (
              <li key={`${task.kind} ${task.channel ?? task.endpointId}`}>
                <Link className={classes.problem} prefetch={false} href={taskPath(task, retailerId, store?.id)}>
                  {taskWords(task).title}
                </Link>
              </li>
            ))}
            {problems.length > MAX_PROBLEMS && (
              <li className={classes.note}>{texts.more(problems.length - MAX_PROBLEMS)}</li>
            )}
          </ul>
        )}
      </td>
      <td role="cell" data-label={texts.stock} className={classes.stock}>
        {lastStockAt ? moment(lastStockAt, store?.timezone ?? "UTC") : texts.never}{" "}
        {word && (
          <span className={badge.badge} data-tone={stock}>
            {word}
          </span>
        )}
      </td>
      <td role="cell" data-label={texts.days} className={classes.stock}>
        {days ? <Days days={days} /> : "–"}
      </td>
      <td role="cell" data-label={texts.channels}>
        <Status of={channels.search} />
      </td>
      <td role="cell" data-label={texts.ads}>
        <Status of={channels.local_ads} />
      </td>
      <td role="cell" data-label={texts.webhooks}>
        <Status of={channels.webhooks} />
      </td>
    </tr>
  );
});
