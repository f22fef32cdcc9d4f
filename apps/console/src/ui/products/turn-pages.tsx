"use client";

import { UnstyledButton } from "@mantine/core";
import { usePagination } from "@mantine/hooks";
import { Choice } from "../parts/filter-bar.tsx";
import { count, quantity } from "../parts/formats.ts";
import { IconChevronLeft, IconChevronRight } from "../parts/icons.tsx";
import type { ProductFilters } from "./product-address.ts";
import { texts } from "./texts.ts";
import classes from "./turn-pages.module.css";

const words = texts.pages;

interface TurnPagesProps {
  total: number;
  filters: ProductFilters;
  turnTo: (page: number) => void;
  resize: (size: 50 | 100) => void;
}

const sizes = [50, 100] as const;

export function TurnPages({ total, filters: { page, size }, turnTo, resize }: TurnPagesProps) {
  const pages = Math.max(1, Math.ceil(total / size));
  const current = Math.min(page, pages);
  const { range } = usePagination({ total: pages, page: current, siblings: 0 });
  if (total <= sizes[0]) return null;
  const first = (page - 1) * size + 1;
  return (
    <div className={classes.foot} data-screen>
      <span className={classes.range}>
        {words.range(quantity(first), quantity(Math.min(total, page * size)), count(total, "product"))}
      </span>
      <nav className={classes.pages} aria-label={words.label}>
        <UnstyledButton
          className={classes.page}
          aria-label={words.previous}
          disabled={current === 1}
          onClick={() => turnTo(current - 1)}
        >
          <IconChevronLeft size={16} aria-hidden="true" />
        </UnstyledButton>
        {range.map((one, n) =>
          one === "dots" ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no identity but its place
            <span key={`gap ${n}`} className={classes.gap} />
          ) : (
            <UnstyledButton
              key={one}
              className={classes.page}
              aria-current={one === current ? "page" : undefined}
              onClick={() => turnTo(one)}
            >
              {one}
            </UnstyledButton>
          ),
        )}
        <UnstyledButton
          className={classes.page}
          aria-label={words.next}
          disabled={current === pages}
          onClick={() => turnTo(current + 1)}
        >
          <IconChevronRight size={16} aria-hidden="true" />
        </UnstyledButton>
      </nav>
      <Choice
        label={texts.labels.size}
        options={sizes.map((rows) => ({ value: String(rows), label: texts.filters.size(rows) }))}
        value={String(size)}
        onChange={(value) => resize(value === "100" ? 100 : 50)}
      />
    </div>
  );
}
