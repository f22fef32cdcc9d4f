"use client";

import { IconDownload } from "@tabler/icons-react";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import action from "../frame/action.module.css";
import { count } from "../frame/formats.ts";
import { laterDialog } from "../frame/later-dialog.tsx";
import { LoadFailed } from "../frame/load-failed.tsx";
import { loadLater } from "../frame/load-later.tsx";
import { Notice } from "../frame/notice.tsx";
import { PageHead } from "../frame/page-head.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { useShop } from "../shell/shop-context.tsx";
import { StoreChip } from "../shell/store-chip.tsx";
import { useChosenStore } from "../shell/store-context.tsx";
import { ImportEdits } from "./import-edits.tsx";
import { findInputOf, noFilters, queryOf } from "./product-address.ts";
import { ProductFilters } from "./product-filters.tsx";
import { ProductTable, ProductTableSkeleton } from "./product-table.tsx";
import classes from "./products.module.css";
import { texts } from "./texts.ts";
import { TurnPages } from "./turn-pages.tsx";
import { useProductFilters } from "./use-product-filters.ts";
import { useScanner } from "./use-scanner.ts";
import { useTicks } from "./use-ticks.ts";

const [BulkBar, usePreloadBulkBar] = loadLater(async () => (await import("./bulk-bar.tsx")).BulkBar);
const ScanDialog = laterDialog(async () => (await import("./scan-dialog.tsx")).ScanDialog);
// Few visits need these parts.
const NoMatch = dynamic(async () => (await import("./no-match.tsx")).NoMatch);
const NoStockYet = dynamic(async () => (await import("./no-stock-yet.tsx")).NoStockYet);

/** The products of a shop or of one store, with search and hiding. */
export function Products() {
  usePreloadBulkBar();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const router = useRouter();
  const { retailerId, base, may, whyNot } = useShop();
  const store = useChosenStore();
  const search = useRef<HTMLInputElement>(null);
  const { filters, filter, turnTo, clear, isFiltered, isScanning, stopScan } = useProductFilters();
  const input = findInputOf(retailerId, filters);
  const ticks = useTicks(input.filter);
  const mayEdit = may("operations.editByFilter");
  const found = useQuery(trpc.inventory.findProducts.queryOptions(input, { placeholderData: keepPreviousData }));
  const products = found.data?.data ?? [];
  const isEmpty = !found.isPlaceholderData && found.data?.data.length === 0;
  const last = Math.ceil((found.data?.total ?? 0) / filters.size);
  const isBeyond = isEmpty && last > 0 && filters.page > last;
  useEffect(() => {
    if (isBeyond) filter({ page: last });
  }, [isBeyond, last, filter]);

  /** Shows the products of a text, and opens the product if it is the only one. */
  async function find(text: string): Promise<void> {
    const q = text.trim();
    filter({ ...noFilters, q });
    search.current?.select();
    if (!q) return;
    const only = await queries.fetchQuery(
      trpc.inventory.findProducts.queryOptions(findInputOf(retailerId, { ...noFilters, q, store: filters.store })),
    );
    const [first] = only.data;
    if (only.total === 1 && first) {
      const query = filters.store ? `?store=${filters.store}` : "";
      router.push(`${base}/products/${encodeURIComponent(first.barcode)}${query}`);
    }
  }
  const findNow = (text: string) => void find(text).catch(() => undefined);
  useScanner(findNow);

  return (
    <div className={classes.list}>
      <PageHead
        help="products"
        title={texts.title}
        text={found.data ? count(found.data.total, "product") : texts.text}
        store={<StoreChip store={store ?? null} hasAll />}
      >
        <a
          href={`/api/shops/${retailerId}/products?${queryOf(filters)}`}
          download
          className={`${action.action} ${classes.export}`}
        >
          <IconDownload size={18} aria-hidden="true" />
          {texts.export}
        </a>
        {may("operations.importEdits") && <ImportEdits className={classes.export} />}
      </PageHead>
      {!may("customizations.edit") && (
        <div className={classes.note}>
          <Notice tone="info">{whyNot}</Notice>
        </div>
      )}
      <div className={classes.filters}>
        <ProductFilters filters={filters} filter={filter} input={search} find={findNow} />
      </div>
      {(found.isPending || (found.isPlaceholderData && products.length === 0)) && <ProductTableSkeleton />}
      {found.error && <LoadFailed message={found.error.message} retry={() => void found.refetch()} />}
      {isEmpty && !isBeyond && (isFiltered ? <NoMatch clear={clear} /> : <NoStockYet />)}
      {products.length > 0 && (
        <>
          {mayEdit && (ticks.isAll || ticks.barcodes.size > 0) && (
            <BulkBar ticks={ticks} total={found.data?.total ?? 0} />
          )}
          <ProductTable
            products={products}
            order={filters}
            sortBy={filter}
            isOld={found.isPlaceholderData}
            ticks={mayEdit ? ticks : undefined}
          />
          <TurnPages
            total={found.data?.total ?? 0}
            filters={filters}
            turnTo={(page) => {
              turnTo(page);
              window.scrollTo({ top: 0 });
            }}
            resize={(size) => filter({ size })}
          />
        </>
      )}
      <ScanDialog isOpen={isScanning} close={stopScan} find={findNow} />
    </div>
  );
}
