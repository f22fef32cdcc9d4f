"use client";

import type { Item } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { Skeleton } from "@mantine/core";
import { ProductRow } from "./product-row.tsx";
import classes from "./product-table.module.css";

const PLACEHOLDERS = Array.from({ length: 8 }, (_, n) => n);

/**
 * A page of products.
 * @param isOld the next page still loads
 */
export function ProductTable({ items, isOld }: { items: Item[]; isOld: boolean }) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see product-row.tsx
    <table role="table" className={classes.table} aria-busy={isOld} data-old={isOld || undefined}>
      <caption className={classes.caption}>Products</caption>
      <thead role="rowgroup" className={classes.head}>
        <tr role="row">
          <th scope="col">Product</th>
          <th scope="col" className={classes.number}>
            Price
          </th>
          <th scope="col" className={classes.number}>
            Quantity
          </th>
          <th scope="col">Stock</th>
          <th scope="col">Shown here</th>
          <th scope="col">All stores</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {items.map((item) => (
          <ProductRow key={item.id} item={item} />
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}

/** Shown while the first page loads. */
export function ProductTableSkeleton() {
  return (
    <div className={classes.table} role="status" aria-label="Loading products">
      {PLACEHOLDERS.map((n) => (
        <div key={n} className={classes.placeholder}>
          <Skeleton width={44} height={44} radius="md" />
          <Skeleton height={14} width="35%" />
          <Skeleton height={14} width="20%" ml="auto" />
        </div>
      ))}
    </div>
  );
}
