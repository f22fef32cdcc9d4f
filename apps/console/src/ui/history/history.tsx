"use client";

import type { HistoryEntry } from "@highstreet/router/core/history/history-entry.schema.ts";
import { isRuleChange } from "@highstreet/router/core/history/is-revertible.schema.ts";
import type { HistoryOperation } from "@highstreet/router/features/history/history.schema.ts";
import { Button, Group, Skeleton, Stack } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useUndo } from "../edits/undo.tsx";
import field from "../parts/field.module.css";
import { Choice, FilterBar } from "../parts/filter-bar.tsx";
import { Hint } from "../parts/hint.tsx";
import { IconArrowBackUp } from "../parts/icons.tsx";
import { LoadFailed, Notice } from "../parts/notice.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { Turn } from "../parts/paged-list.tsx";
import panel from "../parts/panel.module.css";
import { SearchInput } from "../parts/search-input.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { useTypedSearch } from "../parts/use-typed-search.ts";
import { StoreChip } from "../shell/choose-store.tsx";
import { useChosenStore, useShop, useTimeZone } from "../shell/shop-context.tsx";
import classes from "./history.module.css";
import {
  entriesInputOf,
  type HistoryFilters,
  historyQueryOf,
  listsEntries,
  operationsInputOf,
  readHistoryFilters,
} from "./history-address.ts";
import { HistoryTable } from "./history-table.tsx";
import { OperationList } from "./operation-list.tsx";
import { sentenceOf } from "./operation-words.ts";
import { authorOf, texts } from "./texts.ts";
import { useUndoFile } from "./use-undo-file.tsx";

/** What was changed in the shop: by operations or, for a product or one operation, each change. The filters are in the address. */
export function History() {
  const trpc = useTRPC();
  const { retailerId, may, mayChangeRules } = useShop();
  const store = useChosenStore();
  const timeZone = useTimeZone();
  const { undoOperation, undoEntry } = useUndo();
  const files = useUndoFile();
  const filters = readHistoryFilters(new URLSearchParams(useSearchParams().toString()));
  const { operation } = filters;
  const isEntries = listsEntries(filters);
  const kept = { placeholderData: keepPreviousData };
  const entries = useQuery(
    trpc.history.list.queryOptions(entriesInputOf(retailerId, filters), { ...kept, enabled: isEntries }),
  );
  const operations = useQuery(
    trpc.history.listOperations.queryOptions(operationsInputOf(retailerId, filters, timeZone), {
      ...kept,
      enabled: !isEntries,
    }),
  );
  const one = useQuery(
    trpc.history.listOperations.queryOptions(
      { retailerId, storeId: store?.id, operationId: operation ?? undefined, page: { size: 1 } },
      { enabled: operation !== null },
    ),
  ).data?.data[0];
  const found = isEntries ? entries : operations;
  const barcodes = [
    ...new Set((isEntries ? (entries.data?.data ?? []) : []).flatMap(({ target }) => target.barcode ?? [])),
  ];
  const named = useQuery(
    trpc.history.nameProducts.queryOptions(
      { retailerId, storeId: store?.id, barcodes },
      { ...kept, enabled: barcodes.length > 0 },
    ),
  );
  const titles = new Map(named.data?.map(({ barcode, title }) => [barcode, title]));
  const write = (changes: Partial<HistoryFilters>, method: "pushState" | "replaceState" = "pushState") => {
    const query = historyQueryOf({ ...filters, after: null, ...changes });
    // Next notices changes of the browser's history. Its router would load the page from the server again.
    window.history[method](null, "", query ? `?${query}` : window.location.pathname);
  };
  const { typed, type } = useTypedSearch("barcode", filters.barcode, (barcode) => write({ barcode }, "replaceState"));
  // The address can name a page or an operation that the server cannot read.
  const lost = filters.after
    ? { text: texts.lostPage, label: texts.firstPage, instead: {} }
    : operation && { text: texts.lostOperation, label: texts.allOperations, instead: { operation: null } };
  const isFiltered = historyQueryOf({ ...filters, after: null }) !== "";
  const mayUndo = may("history.revert");
  const undoOfEntry = (entry: HistoryEntry) => {
    const mayChange = isRuleChange(entry) ? mayChangeRules(entry.target.storeId) : mayUndo;
    return mayChange ? () => void undoEntry(entry.id) : undefined;
  };
  const undoOf = ({ id, undo, lead }: HistoryOperation) => {
    const { target } = lead;
    if (undo === "rule") return undoOfEntry(lead);
    if (undo === "edits") return mayUndo ? () => void undoOperation(id) : undefined;
    const { id: ingestId, storeId } = target;
    if (!undo || !ingestId || !files.mayUndo({ storeId, ingestId })) return undefined;
    return () => void files.ask({ storeId, ingestId });
  };
  const people = new Map(
    (operations.data?.data ?? []).flatMap(({ lead }) => (lead.actor.id ? [[lead.actor.id, authorOf(lead)]] : [])),
  );
  const { actor } = filters;
  if (actor && !people.has(actor)) people.set(actor, texts.chosenPerson);
  const day = (name: "from" | "to") => (
    <label className={`${field.field} ${classes.date}`} data-field>
      <span className={classes.dateName}>{texts[name]}</span>
      <input
        className={field.input}
        type="date"
        aria-label={texts[name]}
        title={texts[name]}
        value={filters[name] ?? ""}
        onChange={(event) => write({ [name]: event.currentTarget.value || null })}
      />
    </label>
  );
  const count = found.data?.data.length ?? 0;
  return (
    <div className={classes.list}>
      <PageHead
        help="history"
        title={operation ? texts.operationTitle : texts.title}
        text={operation ? (one ? `${authorOf(one.lead)} ${sentenceOf(one)}.` : texts.operationText) : texts.text}
        store={<StoreChip store={store ?? null} hasAll />}
      >
        {operation && one?.isUndone && <Hint>{texts.undone}</Hint>}
        {operation && mayUndo && one?.undo === "edits" && (
          <Button
            variant="default"
            size="md"
            leftSection={<IconArrowBackUp size={18} aria-hidden="true" />}
            onClick={() => void undoOperation(operation)}
          >
            {texts.undoAll}
          </Button>
        )}
      </PageHead>
      <Stack gap="md">
        <FilterBar
          search={
            <SearchInput
              label={texts.search}
              placeholder={texts.searchHint}
              maxLength={200}
              value={typed}
              onChange={type}
            />
          }
        >
          {!isEntries && (
            <>
              <Choice
                label={texts.kind}
                none={texts.anyKind}
                options={Object.entries(texts.kinds).map(([value, label]) => ({ value, label }))}
                value={filters.kind}
                onChange={(kind) => write({ kind: kind as HistoryFilters["kind"] })}
              />
              <Choice
                label={texts.person}
                none={texts.anyPerson}
                options={[...people].map(([value, label]) => ({ value, label }))}
                value={actor}
                onChange={(one) => write({ actor: one })}
              />
              {day("from")}
              {day("to")}
            </>
          )}
          {operation && (
            <Button variant="default" style={{ flex: "none" }} onClick={() => write({ operation: null })}>
              {texts.allOperations}
            </Button>
          )}
        </FilterBar>
        {found.isPending && <Skeleton height={320} radius="md" />}
        {found.error &&
          (lost && found.error.data?.httpStatus === 400 ? (
            <Notice tone="error">
              <Group justify="space-between">
                {lost.text}
                <Button size="xs" variant="default" onClick={() => write(lost.instead)}>
                  {lost.label}
                </Button>
              </Group>
            </Notice>
          ) : (
            <LoadFailed message={found.error.message} retry={() => void found.refetch()} />
          ))}
        {found.data && !found.isPlaceholderData && count === 0 && (
          <Hint role="status">{isFiltered ? texts.noMatch : texts.nothing}</Hint>
        )}
        {count > 0 && (
          <section className={`${panel.panel} ${panel.part}`} aria-label={texts.title}>
            {isEntries ? (
              <HistoryTable
                entries={entries.data?.data ?? []}
                timeZone={timeZone}
                isOld={found.isPlaceholderData}
                isOperation={operation !== null}
                titles={titles}
                filter={write}
                undoOf={undoOfEntry}
              />
            ) : (
              <OperationList
                operations={operations.data?.data ?? []}
                timeZone={timeZone}
                isOld={found.isPlaceholderData}
                filter={write}
                undoOf={undoOf}
              />
            )}
          </section>
        )}
        {found.data && <Turn page={found.data} isOld={found.isPlaceholderData} to={(after) => write({ after })} />}
      </Stack>
    </div>
  );
}
