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
import { texts } from "./texts.ts";

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
    counts ? `${texts.states[state]} (${counted(counts[state])})` : texts.states[state];
  return (
    <FilterBar
      search={
        <SearchInput
          label={texts.search}
          placeholder={texts.searchHint}
          maxLength={200}
          value={filters.q}
          onChange={(q) => filter({ q })}
        />
      }
    >
      <Select
        aria-label={texts.columns.status}
        placeholder={texts.anyStatus}
        data={listingStates.map((value) => ({ value, label: label(value) }))}
        clearable
        clearButtonProps={{ "aria-label": texts.anyStatus }}
        value={filters.state}
        onChange={(value) => filter({ state: listingStates.find((one) => one === value) ?? null })}
      />
    </FilterBar>
  );
}
