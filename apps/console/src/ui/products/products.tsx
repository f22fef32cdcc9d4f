"use client";

import { Box, Button, Group } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { LoadFailed } from "../frame/load-failed.tsx";
import { lookOn } from "../frame/look-on.ts";
import { Notice } from "../frame/notice.tsx";
import { PageHead } from "../frame/page-head.tsx";
import { useTRPC, useTRPCClient } from "../frame/trpc.ts";
import { StoreChip } from "../shell/store-chip.tsx";
import { useStore } from "../shell/store-context.tsx";
import { NoMatch, NoMatchYet, NoStockYet } from "./no-products.tsx";
import { ProductFilters } from "./product-filters.tsx";
import { ProductTable, ProductTableSkeleton } from "./product-table.tsx";
import classes from "./products.module.css";
import { useProductFilters } from "./use-product-filters.ts";

const PAGE = 25;

/** The products of a store, with search and hiding. */
export function Products() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { ids, store, may, whyNot } = useStore();
  const { filters, filter, turnTo, clear, isFiltered } = useProductFilters();
  const { q, status, hidden, after } = filters;
  const input = { ...ids, q: q || undefined, status: status ?? undefined, hidden: hidden ?? undefined };
  const items = useQuery({
    ...trpc.inventory.listItems.queryOptions({ ...input, page: { size: PAGE, after: after ?? undefined } }),
    queryFn: ({ signal }) =>
      lookOn(
        (from) => client.inventory.listItems.query({ ...input, page: { size: PAGE, after: from } }, { signal }),
        after ?? undefined,
      ),
    placeholderData: keepPreviousData,
  });
  const isEmpty = items.data?.data.length === 0;
  const turn = (to: string | null | undefined) => {
    // While the next page loads, these cursors belong to the page before.
    if (!to || items.isPlaceholderData) return;
    turnTo(to);
    window.scrollTo({ top: 0 });
  };
  return (
    <div className={classes.list}>
      <PageHead
        store={<StoreChip store={store} />}
        title="Products"
        text={`The stock of ${store.name}, and where it shows.`}
      />
      {!may("customizations.edit") && (
        <Box mb="md">
          <Notice tone="info">{whyNot}</Notice>
        </Box>
      )}
      <div className={classes.filters}>
        <ProductFilters filters={filters} filter={filter} />
      </div>
      {items.isPending && <ProductTableSkeleton />}
      {items.error && (
        // If the server does not know the cursor, the first page is loaded.
        <LoadFailed message={items.error.message} retry={() => (after ? filter({}) : void items.refetch())} />
      )}
      {isEmpty && items.data?.next && <NoMatchYet look={() => turn(items.data?.next)} clear={clear} />}
      {isEmpty && !items.data?.next && (isFiltered || after ? <NoMatch clear={clear} /> : <NoStockYet />)}
      {items.data && items.data.data.length > 0 && (
        <>
          <ProductTable items={items.data.data} isOld={items.isPlaceholderData} />
          {(items.data.next || items.data.prev) && (
            <Group component="nav" aria-label="Pages" justify="center" mt="lg">
              <Button
                variant="default"
                leftSection={<IconChevronLeft size={16} aria-hidden="true" />}
                disabled={!items.data.prev}
                aria-disabled={items.isPlaceholderData || undefined}
                onClick={() => turn(items.data?.prev)}
              >
                Previous
              </Button>
              <Button
                variant="default"
                rightSection={<IconChevronRight size={16} aria-hidden="true" />}
                disabled={!items.data.next}
                aria-disabled={items.isPlaceholderData || undefined}
                onClick={() => turn(items.data?.next)}
              >
                Next
              </Button>
            </Group>
          )}
        </>
      )}
    </div>
  );
}
