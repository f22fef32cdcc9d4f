"use client";

import type { ProductSort, ProductSummary } from "@highstreet/router/features/shelf/shelf.schema.ts";
import { UnstyledButton } from "@mantine/core";
import { useRouter } from "next/navigation";
import type { RefObject } from "react";
import { useExpected } from "../edits/use-edit-product.ts";
import { IconArrowDown, IconArrowUp } from "../parts/icons.tsx";
import placeholder from "../parts/placeholder.module.css";
import { usePageKeys } from "../parts/use-page-keys.ts";
import type { Column } from "./columns.tsx";
import type { ProductFilters } from "./product-address.ts";
import { ProductRow } from "./product-row.tsx";
import classes from "./product-table.module.css";
import { texts } from "./texts.ts";
import { Tick } from "./toggle.tsx";
import { useKeptFocus } from "./use-kept-focus.ts";
import type { Ticks } from "./use-ticks.ts";

const PLACEHOLDERS = Array.from({ length: 8 }, (_, n) => n);

interface ProductTableProps {
  products: ProductSummary[];
  order: Pick<ProductFilters, "sort" | "descending">;
  sortBy: (order: Pick<ProductFilters, "sort" | "descending">) => void;
  columns: Column[];
  /** The next page still loads. */
  isOld: boolean;
  /** undefined: the user may not edit. */
  ticks: Ticks | undefined;
}

export function ProductTable({ products, order, sortBy, columns, isOld, ticks }: ProductTableProps) {
  const expected = useExpected(products);
  const table = useKeptFocus<HTMLTableElement>(products);
  useListKeys(table);
  const head = (sort: ProductSort, label: string, className?: string) => {
    const isSorted = order.sort === sort;
    const Arrow = order.descending ? IconArrowDown : IconArrowUp;
    return (
      <th
        scope="col"
        className={className}
        aria-sort={isSorted ? (order.descending ? "descending" : "ascending") : undefined}
      >
        <UnstyledButton
          className={classes.sort}
          onClick={() => sortBy({ sort, descending: isSorted && !order.descending })}
        >
          {label}
          {isSorted && <Arrow size={14} aria-hidden="true" />}
        </UnstyledButton>
      </th>
    );
  };
  return (
    <table ref={table} role="table" className={classes.table} aria-busy={isOld} data-old={isOld || undefined}>
      <caption className={classes.caption}>{texts.title}</caption>
      <thead role="rowgroup" className={classes.head}>
        <tr role="row">
          {ticks && (
            <td className={classes.tick}>
              <Tick
                label={texts.bulk.tickAll}
                isOn={products.every(({ barcode }) => ticks.isAll || ticks.barcodes.has(barcode))}
                isPartly={
                  !ticks.isAll &&
                  ticks.barcodes.size > 0 &&
                  products.some(({ barcode }) => !ticks.barcodes.has(barcode))
                }
                onChange={(isOn) =>
                  ticks.tick(
                    products.map(({ barcode }) => barcode),
                    isOn,
                  )
                }
              />
            </td>
          )}
          {head("name", texts.product)}
          {columns.includes("brand") && (
            <th scope="col" className={classes.brand}>
              {texts.columns.brand}
            </th>
          )}
          {columns.includes("price") && head("price", texts.price, classes.price)}
          {columns.includes("quantity") && head("quantity", texts.quantity, classes.quantity)}
          {columns.includes("stores") && (
            <th scope="col" className={classes.quantity}>
              {texts.columns.stores}
            </th>
          )}
          <td className={classes.exception} />
          <th scope="col" className={classes.here}>
            {texts.visible}
          </th>
          <td className={classes.actions} />
        </tr>
      </thead>
      <tbody role="rowgroup">
        {expected.map((product) => (
          <ProductRow
            key={product.barcode}
            product={product}
            isTicked={ticks && (ticks.isAll || ticks.barcodes.has(product.barcode))}
            tick={ticks?.tick}
            columns={columns}
          />
        ))}
      </tbody>
    </table>
  );
}

export function ProductTableSkeleton() {
  return (
    <div className={classes.table} role="status" aria-busy aria-label={texts.loading}>
      {PLACEHOLDERS.map((n) => (
        <div key={n} className={classes.placeholder}>
          <span className={placeholder.part} style={{ width: 44, height: 44 }} />
          <span className={placeholder.part} style={{ width: "35%", height: 14 }} />
          <span className={placeholder.part} style={{ width: "20%", height: 14, marginLeft: "auto" }} />
        </div>
      ))}
    </div>
  );
}

/** Keys of the list: j and k move, x selects, e opens the form. The focused link opens at Enter. */
function useListKeys(table: RefObject<HTMLTableElement | null>): void {
  const router = useRouter();
  const rowAt = (step: number): HTMLTableRowElement | undefined => {
    const rows = [...(table.current?.tBodies[0]?.rows ?? [])];
    const now = rows.findIndex((row) => row.contains(document.activeElement));
    return now < 0 ? (step ? rows[0] : undefined) : rows[now + step];
  };
  const move = (step: number) => rowAt(step)?.querySelector("a")?.focus();
  usePageKeys({
    j: () => move(1),
    k: () => move(-1),
    x: () => rowAt(0)?.querySelector<HTMLInputElement>("input:not([role=switch])")?.click(),
    e: () => {
      const link = rowAt(0)?.querySelector("a");
      if (!link) return;
      const address = new URL(link.href);
      address.searchParams.set("edit", "1");
      router.push(address.pathname + address.search);
    },
  });
}
