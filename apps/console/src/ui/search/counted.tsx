"use client";

import type { SearchSetup } from "@highstreet/router/features/search/setup.schema.ts";
import { Counts } from "../frame/counts.tsx";
import { quantity } from "../frame/formats.ts";
import classes from "./search.module.css";

/** The search engine's own counts of the retailer's products. */
export function Counted({ items }: { items: NonNullable<SearchSetup["items"]> }) {
  return (
    <section className={classes.part} aria-labelledby="counted-title">
      <h3 className={classes.title} id="counted-title">
        Products at Google, in all stores of the shop
      </h3>
      <Counts
        label="Products at Google"
        counts={[
          ["Accepted", quantity(items.accepted)],
          ["In stock", quantity(items.inStock)],
          ["Rejected", quantity(items.rejected)],
        ]}
      />
    </section>
  );
}
