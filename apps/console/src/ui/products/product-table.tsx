"use client";

import type { ProductSort, ProductSummary } from "@highstreet/router/features/inventory/find-products.schema.ts";
import { UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import placeholder from "../frame/placeholder.module.css";
import { Tick } from "../frame/toggle.tsx";
import { useExpected } from "../frame/use-edit-product.tsx";
import type { ProductFilters } from "./product-address.ts";
import { ProductRow } from "./product-row.tsx";
import classes from "./product-table.module.css";
import { usePreloadRowMenu } from "./row-menu.tsx";
import { texts } from "./texts.ts";
import { useKeptFocus } from "./use-kept-focus.ts";
import type { Ticks } from "./use-ticks.ts";

const PLACEHOLDERS = Array.from({ length: 8 }, (_, n) => n);

interface ProductTableProps {
  products: ProductSummary[];
  order: Pick<ProductFilters, "sort" | "descending">;
  sortBy: (order: Pick<ProductFilters, "sort" | "descending">) => void;
  /** The next page still loads. */
  isOld: boolean;
  /** undefined: the user may not edit. */
  ticks: Ticks | undefined;
}

/** A page of products. */
export function ProductTable({ products, order, sortBy, isOld, ticks }: ProductTableProps) {
  usePreloadRowMenu();
  const expected = useExpected(products);
  const table = useKeptFocus<HTMLTableElement>(products);
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
    // biome-ignore-start lint/a11y/noRedundantRoles: see product-row.tsx
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
          {head("price", texts.price, classes.number)}
          {head("quantity", texts.quantity, classes.number)}
          <td />
          <th scope="col">{texts.visible}</th>
          <td />
        </tr>
      </thead>
      <tbody role="rowgroup">
        {expected.map((product) => (
          <ProductRow
            key={product.barcode}
            product={product}
            isTicked={ticks && (ticks.isAll || ticks.barcodes.has(product.barcode))}
            tick={ticks?.tick}
          />
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}

/** Shown while the first page loads. */
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
