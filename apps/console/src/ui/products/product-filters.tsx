"use client";

import { ActionIcon, Kbd, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback, useWindowEvent } from "@mantine/hooks";
import { IconSearch, IconX } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import classes from "../frame/filters.module.css";
import type { useProductFilters } from "./use-product-filters.ts";
import { useSearchKey } from "./use-search-key.ts";

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
  // The address changed by other means (a link, "Clear filters", Back); what is being typed is newer than the address.
  useEffect(() => {
    if (input.current !== document.activeElement) setTyped(filters.q);
  }, [filters.q]);
  useWindowEvent("popstate", () => setTyped(new URLSearchParams(window.location.search).get("q") ?? ""));
  const search = useDebouncedCallback((q: string) => filter({ q: q.trim() }), 250);
  const type = (value: string) => {
    setTyped(value);
    search(value);
  };
  useSearchKey(input);
  return (
    <search className={classes.filters}>
      <TextInput
        ref={input}
        className={classes.search}
        type="search"
        aria-label="Search products"
        placeholder="Title or barcode"
        maxLength={200}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        leftSection={<IconSearch size={18} stroke={1.7} aria-hidden="true" />}
        rightSection={
          typed ? (
            <ActionIcon variant="subtle" color="gray" aria-label="Clear the search" onClick={() => type("")}>
              <IconX size={16} />
            </ActionIcon>
          ) : (
            <Kbd size="xs" aria-hidden="true" className={classes.hint}>
              /
            </Kbd>
          )
        }
      />
      <Select
        className={classes.choice}
        aria-label="Stock status"
        placeholder="Any stock"
        data={statuses}
        clearable
        clearButtonProps={{ "aria-label": "Any stock" }}
        value={filters.status}
        onChange={(value) => filter({ status: statuses.find((status) => status.value === value)?.value ?? null })}
      />
      <Select
        className={classes.choice}
        aria-label="Visibility"
        placeholder="Shown or hidden"
        data={visibilities}
        clearable
        clearButtonProps={{ "aria-label": "Shown or hidden" }}
        value={filters.hidden === null ? null : String(filters.hidden)}
        onChange={(value) => filter({ hidden: value === null ? null : value === "true" })}
      />
    </search>
  );
}
