"use client";

import {
  type ListingCounts,
  type ListingState,
  listingStates,
  MOST_COUNTED,
} from "@highstreet/router/features/listings/listings.schema.ts";
import { Select } from "@mantine/core";
import { FilterBar } from "../frame/filter-bar.tsx";
import { quantity } from "../frame/formats.ts";
import { SearchInput } from "../frame/search-input.tsx";
import { stateWords } from "./listing-words.ts";

export interface Filters {
  q: string;
  state: ListingState | null;
}

export const noFilters: Filters = { q: "", state: null };

interface ListingFiltersProps {
  filters: Filters;
  filter: (changes: Partial<Filters>) => void;
  /** Number of listings in each state; undefined while unknown. */
  counts: ListingCounts | undefined;
}

/** A count with an upper limit: 1,250 · 10,000+ */
const counted = (number: number): string => (number < MOST_COUNTED ? quantity(number) : `${quantity(MOST_COUNTED)}+`);

/** The filters of the listings. */
export function ListingFilters({ filters, filter, counts }: ListingFiltersProps) {
  const label = (state: ListingState) =>
    counts ? `${stateWords[state]} (${counted(counts[state])})` : stateWords[state];
  return (
    <FilterBar
      search={
        <SearchInput
          label="Search products"
          placeholder="Title or barcode"
          maxLength={200}
          value={filters.q}
          onChange={(q) => filter({ q })}
        />
      }
    >
      <Select
        aria-label="Status"
        placeholder="Any status"
        data={listingStates.map((value) => ({ value, label: label(value) }))}
        clearable
        clearButtonProps={{ "aria-label": "Any status" }}
        value={filters.state}
        onChange={(value) => filter({ state: listingStates.find((one) => one === value) ?? null })}
      />
    </FilterBar>
  );
}
