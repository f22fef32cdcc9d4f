"use client";

import { Skeleton, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadFailed } from "../frame/load-failed.tsx";
import { Panel } from "../frame/panel.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { Turn } from "../frame/turn.tsx";
import { useShop } from "../shell/shop-context.tsx";
import { DeliveryDialog } from "./delivery-dialog.tsx";
import { DeliveryFilters, type Filters, noFilters } from "./delivery-filters.tsx";
import { DeliveryTable } from "./delivery-table.tsx";
import { SendRange } from "./send-range.tsx";

const PAGE = 15;
const EACH = 3_000;

/** What became of telling the store's events, the newest first. `isOff`: there is no channel, but there may have been. */
export function Deliveries({ isOff }: { isOff: boolean }) {
  const trpc = useTRPC();
  const { ids } = useShop();
  const [filters, setFilters] = useState<Filters>(noFilters);
  const [after, setAfter] = useState<string>();
  const [opened, setOpened] = useState<number>();
  const [q] = useDebouncedValue(filters.q.trim(), 250);
  const { status, action } = filters;
  const isFiltered = q !== "" || status !== null || action !== null;
  const deliveries = useQuery(
    trpc.webhooks.listDeliveries.queryOptions(
      {
        ...ids,
        q: q || undefined,
        status: status ?? undefined,
        action: action ?? undefined,
        page: { size: PAGE, after },
      },
      { placeholderData: keepPreviousData, refetchInterval: EACH },
    ),
  );
  const isEmpty = deliveries.data?.data.length === 0;
  // What was behind the cursor no longer matches: the first page says what does.
  if (isEmpty && after && !deliveries.isFetching) setAfter(undefined);
  if (isOff && !isFiltered && (isEmpty || deliveries.isPending)) return null;
  return (
    <Panel
      title="Deliveries"
      text="One for each event, the newest first; kept for 30 days. The list keeps itself up to date."
      aside={!isOff && <SendRange />}
    >
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
        <Text size="sm" c="dimmed" role="status">
          {isFiltered ? "No delivery matches." : "Nothing has been sent yet. The next change of stock shows up here."}
        </Text>
      )}
      {deliveries.data && !isEmpty && (
        <DeliveryTable deliveries={deliveries.data.data} isOld={deliveries.isPlaceholderData} open={setOpened} />
      )}
      {deliveries.data && <Turn page={deliveries.data} isOld={deliveries.isPlaceholderData} to={setAfter} />}
      <DeliveryDialog sequence={opened} open={setOpened} />
    </Panel>
  );
}
