"use client";

import { Select } from "@mantine/core";
import { useDebouncedCallback, useWindowEvent } from "@mantine/hooks";
import { type RefObject, useEffect, useState } from "react";
import { FilterBar } from "../frame/filter-bar.tsx";
import { SearchInput } from "../frame/search-input.tsx";
import { readOrder } from "./product-address.ts";
import { texts } from "./texts.ts";
import type { useProductFilters } from "./use-product-filters.ts";

type Filtering = ReturnType<typeof useProductFilters>;

interface ProductFiltersProps extends Pick<Filtering, "filters" | "filter"> {
  input: RefObject<HTMLInputElement | null>;
  /** Called with the whole text at Enter. */
  find: (text: string) => void;
}

const choices = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));
const orders = Object.entries(texts.sorts).flatMap(([sort, label]) => [
  { value: sort, label },
  { value: `-${sort}`, label: `${label}, ${texts.descending}` },
]);
const flags = (yes: string, no: string) => [
  { value: "true", label: yes },
  { value: "false", label: no },
];
const flagOf = (value: string | null) => (value === null ? null : value === "true");
const textOf = (value: boolean | null) => (value === null ? null : String(value));

/** Search and filters. */
export function ProductFilters({ filters, filter, input, find }: ProductFiltersProps) {
  const [typed, setTyped] = useState(filters.q);
  // The address changed in another way (a link, "Clear filters", Back). Text that the user types now is newer than the address.
  useEffect(() => {
    if (input.current !== document.activeElement) setTyped(filters.q);
  }, [filters.q, input]);
  useWindowEvent("popstate", () => setTyped(new URLSearchParams(window.location.search).get("q") ?? ""));
  const search = useDebouncedCallback((q: string) => filter({ q: q.trim() }), 200);
  const type = (value: string) => {
    setTyped(value);
    search(value);
  };
  const select = <Name extends "status" | "notShownOn" | "because">(name: Name, words: Record<string, string>) => (
    <Select
      aria-label={texts.labels[name]}
      placeholder={texts.filters[name]}
      data={choices(words)}
      clearable
      clearButtonProps={{ "aria-label": texts.filters[name] }}
      value={filters[name]}
      onChange={(value) => filter({ [name]: value, ...(name === "notShownOn" && { because: null }) })}
    />
  );
  const flag = (name: "hidden" | "edited", yes: string, no: string) => (
    <Select
      aria-label={texts.labels[name]}
      placeholder={texts.filters[name]}
      data={flags(yes, no)}
      clearable
      clearButtonProps={{ "aria-label": texts.filters[name] }}
      value={textOf(filters[name])}
      onChange={(value) => filter({ [name]: flagOf(value) })}
    />
  );
  return (
    <FilterBar
      search={
        <SearchInput
          label={texts.search}
          placeholder={texts.searchHint}
          maxLength={200}
          value={typed}
          onChange={type}
          onEnter={(text) => {
            // A later change of the address would end the way to the product.
            search.cancel();
            setTyped(text);
            find(text);
          }}
          input={input}
        />
      }
    >
      {select("status", texts.statuses)}
      {flag("hidden", texts.hidden, texts.visible)}
      {flag("edited", texts.editedByUs, texts.notEdited)}
      {select("notShownOn", texts.notShownOn)}
      {filters.notShownOn && select("because", texts.because)}
      <Select
        aria-label={texts.labels.sort}
        allowDeselect={false}
        data={orders}
        value={`${filters.descending ? "-" : ""}${filters.sort}`}
        onChange={(value) => value && filter(readOrder(value))}
      />
    </FilterBar>
  );
}
