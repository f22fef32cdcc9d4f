"use client";

import { type ListingCounts, type ListingState, listingStates } from "@highstreet/router/listings/listings.schema.ts";
import { Select, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useRef } from "react";
import { quantity } from "../frame/formats.ts";
import { useSearchKey } from "../products/use-search-key.ts";
import { stateWords } from "./listing-words.ts";
import classes from "./listings.module.css";

export interface Filters {
  q: string;
  state: ListingState | null;
}

export const noFilters: Filters = { q: "", state: null };

interface ListingFiltersProps {
  filters: Filters;
  filter: (changes: Partial<Filters>) => void;
  /** How many there are in each state; undefined while that is not known. */
  counts: ListingCounts | undefined;
}

/** Which listings are shown. */
export function ListingFilters({ filters, filter, counts }: ListingFiltersProps) {
  const input = useRef<HTMLInputElement>(null);
  useSearchKey(input);
  const label = (state: ListingState) =>
    counts ? `${stateWords[state]} (${quantity(counts[state])})` : stateWords[state];
  return (
    <search className={classes.filters}>
      <TextInput
        ref={input}
        className={classes.search}
        type="search"
        aria-label="Search products"
        placeholder="Title or barcode"
        maxLength={200}
        value={filters.q}
        onChange={(event) => filter({ q: event.currentTarget.value })}
        leftSection={<IconSearch size={18} stroke={1.7} aria-hidden="true" />}
      />
      <Select
        aria-label="State"
        placeholder="Any state"
        data={listingStates.map((value) => ({ value, label: label(value) }))}
        clearable
        clearButtonProps={{ "aria-label": "Any state" }}
        value={filters.state}
        onChange={(value) => filter({ state: listingStates.find((one) => one === value) ?? null })}
      />
    </search>
  );
}
