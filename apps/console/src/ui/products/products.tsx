"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef } from "react";
import { useUndo } from "../edits/undo.tsx";
import { useKeptList } from "../offline/use-kept-list.ts";
import action from "../parts/action.module.css";
import { count } from "../parts/formats.ts";
import { IconDots, IconDownload } from "../parts/icons.tsx";
import { LoadFailed, Notice } from "../parts/notice.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { Sheet } from "../parts/sheet.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { isCode, useOpenCode, useProductPaths } from "../scan/use-open-code.ts";
import { StoreChip } from "../shell/choose-store.tsx";
import { useChosenStore, useShop } from "../shell/shop-context.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { Columns, useColumns } from "./columns.tsx";
import { NoMatch, NoStockYet } from "./empty-list.tsx";
import { ImportEdits } from "./import-edits.tsx";
import { findInputOf, noFilters, queryOf } from "./product-address.ts";
import { ProductFilters } from "./product-filters.tsx";
import { ProductTable, ProductTableSkeleton } from "./product-table.tsx";
import { ProductViews } from "./product-views.tsx";
import classes from "./products.module.css";
import { texts } from "./texts.ts";
import { TurnPages } from "./turn-pages.tsx";
import { useLastList, useProductFilters } from "./use-product-filters.ts";
import { useTicks } from "./use-ticks.ts";

export function Products() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const router = useRouter();
  const { retailerId, may, whyNot } = useShop();
  const store = useChosenStore();
  const openCode = useOpenCode();
  const paths = useProductPaths();
  const search = useRef<HTMLInputElement>(null);
  const { filters, filter, turnTo, clear, view, isFiltered } = useProductFilters();
  const input = findInputOf(retailerId, filters);
  const ticks = useTicks(input.filter);
  const [columns, setColumns] = useColumns();
  const [, setLastList] = useLastList(retailerId);
  const query = queryOf(filters);
  useEffect(() => setLastList(query), [query, setLastList]);
  const { resumeEdit } = useUndo();
  const resume = useEffectEvent(() => void resumeEdit());
  useEffect(() => resume(), []);
  const mayEdit = may("operations.editByFilter");
  const found = useQuery(trpc.inventory.findProducts.queryOptions(input, { placeholderData: keepPreviousData }));
  const products = found.data?.data ?? [];
  useKeptList(found.isPlaceholderData ? undefined : found.data?.data);
  const isEmpty = !found.isPlaceholderData && found.data?.data.length === 0;
  /** A shop or store without a product has nothing to filter, export or edit. */
  const isBlank = isEmpty && found.data?.total === 0 && !isFiltered;
  const last = Math.ceil((found.data?.total ?? 0) / filters.size);
  const isBeyond = isEmpty && last > 0 && filters.page > last;
  useEffect(() => {
    if (isBeyond) filter({ page: last });
  }, [isBeyond, last, filter]);

  /** Shows the products of a text. Opens the product with this barcode, or the only one of a text that is no code. */
  async function find(text: string): Promise<void> {
    const q = text.trim();
    filter({ ...noFilters, q });
    search.current?.select();
    if (!q || (await openCode(q)) || isCode(q)) return;
    const { total, data } = await queries.fetchQuery(
      trpc.inventory.findProducts.queryOptions(findInputOf(retailerId, { ...noFilters, q, store: filters.store })),
    );
    const one = data.find(({ barcode }) => barcode === q) ?? (total === 1 ? data[0] : undefined);
    if (one) router.push(paths.product(one.barcode));
  }
  const findNow = (text: string) => void find(text).catch(() => undefined);

  return (
    <div className={classes.list}>
      <PageHead
        isOneLine
        help="products"
        title={texts.title}
        text={found.data ? count(found.data.total, "product") : texts.text}
        store={<StoreChip store={store ?? null} hasAll />}
      >
        {!isBlank && (
          <Sheet label={texts.files} icon={<IconDots size={20} aria-hidden="true" />}>
            <a href={`/api/shops/${retailerId}/products?${query}`} download className={action.action}>
              <IconDownload size={18} aria-hidden="true" />
              {texts.export}
            </a>
            {may("operations.importEdits") && <ImportEdits />}
          </Sheet>
        )}
      </PageHead>
      {!may("customizations.edit") && (
        <div className={classes.note}>
          <Notice tone="info">{whyNot}</Notice>
        </div>
      )}
      {!isBlank && (
        <>
          <div className={classes.views} data-screen>
            <ProductViews filters={filters} open={view} />
            <Columns columns={columns} choose={setColumns} />
          </div>
          <div className={classes.filters}>
            <ProductFilters filters={filters} filter={filter} input={search} find={findNow} />
          </div>
        </>
      )}
      {(found.isPending || (found.isPlaceholderData && products.length === 0)) && <ProductTableSkeleton />}
      {found.error && <LoadFailed message={found.error.message} retry={() => void found.refetch()} />}
      {isEmpty && !isBeyond && (isBlank ? <NoStockYet /> : <NoMatch filters={filters} clear={clear} />)}
      {products.length > 0 && (
        <>
          {mayEdit && (ticks.isAll || ticks.barcodes.size > 0) && (
            <BulkBar ticks={ticks} total={found.data?.total ?? 0} />
          )}
          <ProductTable
            products={products}
            order={filters}
            sortBy={filter}
            columns={columns}
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
    </div>
  );
}
