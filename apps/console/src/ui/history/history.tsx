"use client";

import { Button, Group, Select, Skeleton, Stack, Text } from "@mantine/core";
import { useDebouncedCallback, useWindowEvent } from "@mantine/hooks";
import { IconArrowBackUp } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { FilterBar } from "../frame/filter-bar.tsx";
import { LoadFailed } from "../frame/load-failed.tsx";
import { Notice } from "../frame/notice.tsx";
import { PageHead } from "../frame/page-head.tsx";
import panel from "../frame/panel.module.css";
import { SearchInput } from "../frame/search-input.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { Turn } from "../frame/turn.tsx";
import { useUndo } from "../frame/use-undo.ts";
import { useShop } from "../shell/shop-context.tsx";
import { StoreChip } from "../shell/store-chip.tsx";
import { useChosenStore, useTimeZone } from "../shell/store-context.tsx";
import classes from "./history.module.css";
import { type HistoryFilters, historyQueryOf, listInputOf, readHistoryFilters } from "./history-address.ts";
import { HistoryTable } from "./history-table.tsx";
import { actionWords, texts } from "./texts.ts";

const actions = Object.entries(actionWords).map(([value, label]) => ({ value, label }));

/** Every change of the shop, with filters in the address. Changes of products can be taken back. */
export function History() {
  const trpc = useTRPC();
  const { retailerId, may } = useShop();
  const store = useChosenStore();
  const timeZone = useTimeZone();
  const { undoOperation, undoEntry } = useUndo();
  const filters = readHistoryFilters(new URLSearchParams(useSearchParams().toString()));
  const { operation } = filters;
  const found = useQuery(
    trpc.history.list.queryOptions(listInputOf(retailerId, filters), { placeholderData: keepPreviousData }),
  );
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(filters.barcode);
  // The address changed in another way, such as a link or Back. Text that the user types now is newer than the address.
  useEffect(() => {
    if (input.current !== document.activeElement) setTyped(filters.barcode);
  }, [filters.barcode]);
  useWindowEvent("popstate", () => setTyped(new URLSearchParams(window.location.search).get("barcode") ?? ""));
  const write = (changes: Partial<HistoryFilters>, method: "pushState" | "replaceState" = "pushState") => {
    const query = historyQueryOf({ ...filters, after: null, ...changes });
    // Next notices changes of the browser's history. Its router would load the page from the server again.
    window.history[method](null, "", query ? `?${query}` : window.location.pathname);
  };
  const search = useDebouncedCallback((barcode: string) => write({ barcode: barcode.trim() }, "replaceState"), 200);
  // The address can name a page or an operation that the server cannot read.
  const lost = filters.after
    ? { text: texts.lostPage, label: texts.firstPage, instead: {} }
    : operation && { text: texts.lostOperation, label: texts.allOperations, instead: { operation: null } };
  const entries = found.data?.data ?? [];
  const isFiltered = historyQueryOf({ ...filters, after: null }) !== "";
  const mayUndo = may("history.revert");
  return (
    <div className={classes.list}>
      <PageHead
        help="history"
        title={texts.title}
        text={operation ? texts.operationText : texts.text}
        store={<StoreChip store={store ?? null} hasAll />}
      >
        {operation && mayUndo && (
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
              onChange={(barcode) => {
                setTyped(barcode);
                search(barcode);
              }}
              input={input}
            />
          }
        >
          <Select
            aria-label={texts.action}
            placeholder={texts.anyAction}
            data={actions}
            value={filters.action}
            clearable
            onChange={(action) => write({ action: action as HistoryFilters["action"] })}
          />
          {filters.actor && (
            <Button variant="default" onClick={() => write({ actor: null })}>
              {texts.allAuthors}
            </Button>
          )}
          {operation && (
            <Button variant="default" onClick={() => write({ operation: null })}>
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
        {found.data && !found.isPlaceholderData && entries.length === 0 && (
          <Text size="sm" c="dimmed" role="status">
            {isFiltered ? texts.noMatch : texts.nothing}
          </Text>
        )}
        {entries.length > 0 && (
          <section className={`${panel.panel} ${panel.part}`} aria-label={texts.title}>
            <HistoryTable
              entries={entries}
              timeZone={timeZone}
              isOld={found.isPlaceholderData}
              isOperation={operation !== null}
              filter={write}
              undo={mayUndo ? ({ id }) => void undoEntry(id) : undefined}
            />
          </section>
        )}
        {found.data && <Turn page={found.data} isOld={found.isPlaceholderData} to={(after) => write({ after })} />}
      </Stack>
    </div>
  );
}
