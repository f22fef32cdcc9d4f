"use client";

import type { RefObject } from "react";
import { Choice, SheetFilters } from "../parts/filter-bar.tsx";
import { SearchInput } from "../parts/search-input.tsx";
import { texts as shared } from "../parts/texts.ts";
import { useTypedSearch } from "../parts/use-typed-search.ts";
import { readOrder } from "./product-address.ts";
import { texts } from "./texts.ts";
import type { useProductFilters } from "./use-product-filters.ts";

type Filtering = ReturnType<typeof useProductFilters>;

interface ProductFiltersProps extends Pick<Filtering, "filters" | "filter"> {
  input: RefObject<HTMLInputElement | null>;
  find: (text: string) => void;
}

const orders = () =>
  Object.entries(texts.sorts).flatMap(([sort, [first, last]]) => [
    { value: sort, label: texts.sorted(first) },
    { value: `-${sort}`, label: texts.sorted(last) },
  ]);
const names = [
  "status",
  "hidden",
  "edited",
  "shownOn",
  "notShownOn",
  "because",
  "missing",
  "titled",
  "brokenPicture",
  "isNew",
] as const;
const flagOf = (value: string | null) => (value === null ? null : value === "true");

export function ProductFilters({ filters, filter, input, find }: ProductFiltersProps) {
  const { typed, type, replace } = useTypedSearch("q", filters.q, (q) => filter({ q }));
  const select = (
    name: (typeof names)[number],
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
    <SheetFilters
      label={texts.filters.title}
      chosen={names.filter((name) => filters[name] !== null).length}
      search={
        <SearchInput
          label={texts.search}
          placeholder={texts.searchHint}
          maxLength={200}
          value={typed}
          onChange={type}
          onEnter={(text) => {
            // A later change of the address would end the way to the product.
            replace(text);
            find(text);
          }}
          input={input}
        />
      }
    >
      {select("status", texts.statuses)}
      {select("hidden", { true: texts.hidden, false: texts.visible }, (value) => ({ hidden: flagOf(value) }))}
      {select("edited", { true: texts.editedByUs, false: texts.notEdited }, (value) => ({ edited: flagOf(value) }))}
      {filters.shownOn && select("shownOn", texts.shownOn)}
      {select("notShownOn", texts.notShownOn, (value) => ({ notShownOn: value, because: null }))}
      {filters.notShownOn && select("because", shared.notShown)}
      {select("missing", texts.missingOn)}
      {filters.titled !== null &&
        select("titled", { false: texts.untitled, true: texts.titled }, (value) => ({ titled: flagOf(value) }))}
      {filters.brokenPicture &&
        select("brokenPicture", { true: texts.brokenPicture }, (value) => ({ brokenPicture: flagOf(value) }))}
      {filters.isNew && select("isNew", { true: texts.isNew }, (value) => ({ isNew: flagOf(value) }))}
      <Choice
        label={texts.labels.sort}
        options={orders()}
        value={`${filters.descending ? "-" : ""}${filters.sort}`}
        onChange={(value) => value && filter(readOrder(value))}
      />
    </SheetFilters>
  );
}
