"use client";

import { Group, Pagination, Select, Text } from "@mantine/core";
import { count, quantity } from "../frame/formats.ts";
import type { ProductFilters } from "./product-address.ts";
import { texts } from "./texts.ts";

const words = texts.pages;

interface TurnPagesProps {
  total: number;
  filters: ProductFilters;
  turnTo: (page: number) => void;
  resize: (size: 50 | 100) => void;
}

const sizes = [50, 100] as const;

/** The pages of the list: next, previous, a jump to any page, and the number of rows. */
export function TurnPages({ total, filters: { page, size }, turnTo, resize }: TurnPagesProps) {
  const pages = Math.ceil(total / size);
  if (total <= sizes[0]) return null;
  const first = (page - 1) * size + 1;
  return (
    <Group justify="space-between" mt="lg">
      <Text size="sm" c="dimmed">
        {words.range(quantity(first), quantity(Math.min(total, page * size)), count(total, "product"))}
      </Text>
      <Pagination.Root total={pages} value={Math.min(page, pages)} onChange={turnTo} siblings={0}>
        <Group component="nav" aria-label={words.label} gap={6}>
          <Pagination.Previous aria-label={words.previous} />
          <Pagination.Items />
          <Pagination.Next aria-label={words.next} />
        </Group>
      </Pagination.Root>
      <Select
        w={130}
        aria-label={texts.labels.size}
        allowDeselect={false}
        data={sizes.map((rows) => ({ value: String(rows), label: texts.filters.size(rows) }))}
        value={String(size)}
        onChange={(value) => resize(value === "100" ? 100 : 50)}
      />
    </Group>
  );
}
