"use client";

import type { SearchSetup } from "@highstreet/router/features/search/setup.schema.ts";
import { Counts } from "../frame/counts.tsx";
import { quantity } from "../frame/formats.ts";
import classes from "./search.module.css";
import { texts } from "./texts.ts";

/** The search engine's own counts of the retailer's products. */
export function Counted({ items }: { items: NonNullable<SearchSetup["items"]> }) {
  return (
    <section className={classes.part} aria-labelledby="counted-title">
      <h3 className={classes.title} id="counted-title">
        {texts.counted.title}
      </h3>
      <Counts
        label={texts.counted.label}
        counts={[
          [texts.counted.accepted, quantity(items.accepted)],
          [texts.counted.inStock, quantity(items.inStock)],
          [texts.counted.rejected, quantity(items.rejected)],
        ]}
      />
    </section>
  );
}
