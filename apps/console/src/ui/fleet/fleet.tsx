"use client";

import {
  type FleetDays,
  type FleetRow,
  fleetStates,
  MAX_STORES_OF_DAYS,
} from "@highstreet/router/features/fleet/fleet.schema.ts";
import { csvLine } from "@highstreet/router/kernel/csv.schema.ts";
import { Box, Button, Text, UnstyledButton } from "@mantine/core";
import { useDebouncedValue, useHotkeys } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { memo, useRef, useState } from "react";
import { taskPath, taskWords } from "../home/texts.ts";
import { compareNames, moment } from "../parts/formats.ts";
import { IconPlus } from "../parts/icons.tsx";
import { LoadFailed, Notice } from "../parts/notice.tsx";
import { PageHead, PageSkeleton } from "../parts/page-head.tsx";
import { Panel } from "../parts/panel.tsx";
import records from "../parts/record-table.module.css";
import { SearchInput } from "../parts/search-input.tsx";
import badge from "../parts/state-badge.module.css";
import { useTRPC } from "../parts/trpc.ts";
import { Days, DaysLegend } from "./days.tsx";
import classes from "./fleet.module.css";
import { stateWords, stockWords, texts } from "./texts.ts";

type State = FleetRow["state"];
type Column = "store" | "problems" | "stock";
interface Order {
  by: Column;
  isBackwards: boolean;
}

const nameOf = ({ shop, store }: FleetRow): string => store?.name ?? shop;
/** The service's own order is that of the problems. */
const orders: Record<Column, (one: FleetRow, other: FleetRow) => number> = {
  store: (one, other) => compareNames(nameOf(one), nameOf(other)),
  problems: () => 0,
  stock: (one, other) => compareNames(one.lastStockAt ?? "", other.lastStockAt ?? ""),
};

function inOrder(rows: FleetRow[], { by, isBackwards }: Order): FleetRow[] {
  const sorted = rows.toSorted(orders[by]);
  return isBackwards ? sorted.reverse() : sorted;
}

export function Fleet({ partner }: { partner: string }) {
  const trpc = useTRPC();
  const [typed, setTyped] = useState("");
  const [state, setState] = useState<State | null>(null);
  const [order, setOrder] = useState<Order>({ by: "problems", isBackwards: false });
  const input = useRef<HTMLInputElement>(null);
  useHotkeys([["mod+K", () => input.current?.focus()]], []);
  const router = useRouter();
  const [q] = useDebouncedValue(typed.trim(), 250);
  const { data, error, refetch, isPlaceholderData } = useQuery(
    trpc.fleet.list.queryOptions({ q }, { placeholderData: keepPreviousData, refetchInterval: 60_000 }),
  );
  const all = data?.rows ?? [];
  const rows = inOrder(state ? all.filter((row) => row.state === state) : all, order);
  return (
    <>
      <PageHead help="all-shops" title={texts.title} text={texts.text(partner)}>
        <Button component={Link} href="/fleet/new" size="md" leftSection={<IconPlus size={18} aria-hidden="true" />}>
          {texts.newShop}
        </Button>
      </PageHead>
      <div className={classes.search}>
        <SearchInput
          input={input}
          value={typed}
          onChange={setTyped}
          onEnter={() => {
            if (rows[0] && q === typed.trim()) router.push(pathOf(rows[0]));
          }}
          label={texts.search}
          placeholder={texts.search}
          maxLength={200}
        />
      </div>
      {error && <LoadFailed message={error.message} retry={() => void refetch()} />}
      {!data && !error && <PageSkeleton />}
      {data && <Tiles rows={all} chosen={state} choose={setState} />}
      {data && (
        <Panel
          title={texts.table}
          text={texts.shown(rows.length, all.length)}
          aside={rows.length > 0 && <CsvLink rows={rows} />}
        >
          {data.isCut && (
            <Box mb="md">
              <Notice tone="info">{texts.cut}</Notice>
            </Box>
          )}
          {rows.length > 0 && <DaysLegend />}
          {rows.length > 0 && <FleetTable rows={rows} isOld={isPlaceholderData} order={order} setOrder={setOrder} />}
          {rows.length === 0 && !isPlaceholderData && (
            <Text size="sm" c="dimmed" role="status">
              {q || state ? texts.nothing : texts.none}
            </Text>
          )}
        </Panel>
      )}
    </>
  );
}

/** The number of stores in each state. A press shows only these. */
function Tiles({
  rows,
  chosen,
  choose,
}: {
  rows: FleetRow[];
  chosen: State | null;
  choose: (state: State | null) => void;
}) {
  return (
    <fieldset className={classes.tiles} aria-label={texts.filters}>
      {fleetStates.map((state) => {
        const stores = rows.filter((row) => row.state === state && row.store).length;
        return (
          <UnstyledButton
            key={state}
            className={classes.tile}
            data-tone={state}
            aria-pressed={chosen === state}
            onClick={() => choose(chosen === state ? null : state)}
          >
            <span className={classes.figure}>{texts.stores(stores)}</span>
            <span className={classes.note}>{texts.states[state]}</span>
          </UnstyledButton>
        );
      })}
    </fieldset>
  );
}

function CsvLink({ rows }: { rows: FleetRow[] }) {
  const lines = [
    [texts.shop, texts.store, texts.city, texts.problems, texts.stock],
    ...rows.map(({ shop, store, problems, lastStockAt }) => [
      shop,
      store?.name ?? "",
      store?.city ?? "",
      problems.map((task) => taskWords(task).title).join("; "),
      lastStockAt ?? "",
    ]),
  ];
  const href = `data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${lines.map(csvLine).join("")}`)}`;
  return (
    <Button component="a" href={href} download={texts.csvName} variant="subtle" size="compact-md" mih={44}>
      {texts.csv}
    </Button>
  );
}

const MAX_PROBLEMS = 2;

interface TableProps {
  rows: FleetRow[];
  isOld: boolean;
  order: Order;
  setOrder: (order: Order) => void;
}

/** Rows of the table at first, and with each press on "Show more". Only their days are read. */
const ROWS = 2 * MAX_STORES_OF_DAYS;

function FleetTable({ rows, isOld, order, setOrder }: TableProps) {
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

const pathOf = ({ retailerId, store }: FleetRow): string =>
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
              <li key={`${task.kind} ${task.channel}`}>
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
