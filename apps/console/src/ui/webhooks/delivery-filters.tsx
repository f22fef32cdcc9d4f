"use client";

import { eventActions } from "@highstreet/router/core/log/events.schema.ts";
import { deliveryStatuses } from "@highstreet/router/features/webhooks/deliveries.schema.ts";
import { Select } from "@mantine/core";
import { FilterBar } from "../frame/filter-bar.tsx";
import { SearchInput } from "../frame/search-input.tsx";
import { texts } from "./texts.ts";

const words = texts.list;

export interface Filters {
  q: string;
  status: (typeof deliveryStatuses)[number] | null;
  action: (typeof eventActions)[number] | null;
}

export const noFilters: Filters = { q: "", status: null, action: null };

const statuses = deliveryStatuses.map((value) => ({ value, label: texts.statuses[value] }));

/** The filters of the deliveries. */
export function DeliveryFilters({
  filters,
  filter,
}: {
  filters: Filters;
  filter: (changes: Partial<Filters>) => void;
}) {
  return (
    <FilterBar
      search={
        <SearchInput
          label={words.search}
          placeholder={words.searchHint}
          maxLength={64}
          value={filters.q}
          onChange={(q) => filter({ q })}
        />
      }
    >
      <Select
        aria-label={words.status}
        placeholder={words.anyStatus}
        data={statuses}
        clearable
        clearButtonProps={{ "aria-label": words.anyStatus }}
        value={filters.status}
        onChange={(value) => filter({ status: deliveryStatuses.find((one) => one === value) ?? null })}
      />
      <Select
        aria-label={words.event}
        placeholder={words.anyEvent}
        data={eventActions}
        clearable
        clearButtonProps={{ "aria-label": words.anyEvent }}
        value={filters.action}
        onChange={(value) => filter({ action: eventActions.find((one) => one === value) ?? null })}
      />
    </FilterBar>
  );
}
