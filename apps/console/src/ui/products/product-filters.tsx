"use client";

import { useDebouncedCallback, useWindowEvent } from "@mantine/hooks";
import { type RefObject, useEffect, useState } from "react";
import { Choice } from "../frame/choice.tsx";
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

const orders = Object.entries(texts.sorts).flatMap(([sort, label]) => [
  { value: sort, label },
  { value: `-${sort}`, label: `${label}, ${texts.descending}` },
]);
const flagOf = (value: string | null) => (value === null ? null : value === "true");

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
  const select = (
    name: "status" | "hidden" | "edited" | "notShownOn" | "because",
    words: Record<string, string>,
    changesOf: (value: string | null) => Record<string, string | boolean | null> = (value) => ({ [name]: value }),
  ) => (
    <Choice
      label={texts.labels[name]}
      none={texts.filters[name]}
      options={Object.entries(words).map(([value, label]) => ({ value, label }))}
      value={filters[name] === null ? null : String(filters[name])}
      onChange={(value) => filter(changesOf(value))}
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
      {select("hidden", { true: texts.hidden, false: texts.visible }, (value) => ({ hidden: flagOf(value) }))}
      {select("edited", { true: texts.editedByUs, false: texts.notEdited }, (value) => ({ edited: flagOf(value) }))}
      {select("notShownOn", texts.notShownOn, (value) => ({ notShownOn: value, because: null }))}
      {filters.notShownOn && select("because", texts.because)}
      <Choice
        label={texts.labels.sort}
        options={orders}
        value={`${filters.descending ? "-" : ""}${filters.sort}`}
        onChange={(value) => value && filter(readOrder(value))}
      />
    </FilterBar>
  );
}
