"use client";

import { Select } from "@mantine/core";
import { useDebouncedCallback, useWindowEvent } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { FilterBar } from "../frame/filter-bar.tsx";
import { SearchInput } from "../frame/search-input.tsx";
import type { useProductFilters } from "./use-product-filters.ts";

const statuses = [
  { value: "in_stock", label: "In stock" },
  { value: "low_stock", label: "Low stock" },
  { value: "out_of_stock", label: "Out of stock" },
] as const;

const visibilities = [
  { value: "false", label: "Shown" },
  { value: "true", label: "Hidden" },
];

/** Search and filters. */
export function ProductFilters({ filters, filter }: Pick<ReturnType<typeof useProductFilters>, "filters" | "filter">) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(filters.q);
  // The address changed in another way (a link, "Clear filters", Back). Text that the user types now is newer than the address.
  useEffect(() => {
    if (input.current !== document.activeElement) setTyped(filters.q);
  }, [filters.q]);
  useWindowEvent("popstate", () => setTyped(new URLSearchParams(window.location.search).get("q") ?? ""));
  const search = useDebouncedCallback((q: string) => filter({ q: q.trim() }), 250);
  const type = (value: string) => {
    setTyped(value);
    search(value);
  };
  return (
    <FilterBar
      search={
        <SearchInput
          label="Search products"
          placeholder="Title or barcode"
          maxLength={200}
          value={typed}
          onChange={type}
          input={input}
        />
      }
    >
      <Select
        aria-label="Stock status"
        placeholder="Any stock"
        data={statuses}
        clearable
        clearButtonProps={{ "aria-label": "Any stock" }}
        value={filters.status}
        onChange={(value) => filter({ status: statuses.find((status) => status.value === value)?.value ?? null })}
      />
      <Select
        aria-label="Visibility"
        placeholder="Shown or hidden"
        data={visibilities}
        clearable
        clearButtonProps={{ "aria-label": "Shown or hidden" }}
        value={filters.hidden === null ? null : String(filters.hidden)}
        onChange={(value) => filter({ hidden: value === null ? null : value === "true" })}
      />
    </FilterBar>
  );
}
