"use client";

import { type FleetRow, fleetStates } from "@highstreet/router/features/fleet/fleet.schema.ts";
import { csvLine } from "@highstreet/router/kernel/csv.schema.ts";
import { Box, Button, UnstyledButton } from "@mantine/core";
import { useDebouncedValue, useHotkeys } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { taskWords } from "../home/texts.ts";
import { compareNames } from "../parts/formats.ts";
import { Hint } from "../parts/hint.tsx";
import { IconPlus } from "../parts/icons.tsx";
import { LoadFailed, Notice } from "../parts/notice.tsx";
import { PageHead, PageSkeleton } from "../parts/page-head.tsx";
import { Panel } from "../parts/panel.tsx";
import { SearchInput } from "../parts/search-input.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { DaysLegend } from "./days.tsx";
import classes from "./fleet.module.css";
import { type Column, FleetTable, nameOf, type Order, pathOf } from "./fleet-table.tsx";
import { texts } from "./texts.ts";

type State = FleetRow["state"];
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
            <Hint role="status">{q || state ? texts.nothing : texts.none}</Hint>
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
