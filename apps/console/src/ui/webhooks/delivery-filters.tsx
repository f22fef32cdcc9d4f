"use client";

import { eventActions } from "@highstreet/router/events/events.schema.ts";
import { deliveryStatuses } from "@highstreet/router/webhooks/deliveries.schema.ts";
import { Select, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useRef } from "react";
import classes from "../frame/filters.module.css";
import { useSearchKey } from "../products/use-search-key.ts";
import { statusWords } from "./delivery-words.ts";

export interface Filters {
  q: string;
  status: (typeof deliveryStatuses)[number] | null;
  action: (typeof eventActions)[number] | null;
}

export const noFilters: Filters = { q: "", status: null, action: null };

const statuses = deliveryStatuses.map((value) => ({ value, label: statusWords[value] }));

/** Which deliveries are listed. */
export function DeliveryFilters({
  filters,
  filter,
}: {
  filters: Filters;
  filter: (changes: Partial<Filters>) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  useSearchKey(input);
  return (
    <search className={classes.filters}>
      <TextInput
        ref={input}
        className={classes.search}
        type="search"
        aria-label="Search deliveries"
        placeholder="Barcode or sequence"
        maxLength={64}
        value={filters.q}
        onChange={(event) => filter({ q: event.currentTarget.value })}
        leftSection={<IconSearch size={18} stroke={1.7} aria-hidden="true" />}
      />
      <Select
        aria-label="State"
        placeholder="Any state"
        data={statuses}
        clearable
        clearButtonProps={{ "aria-label": "Any state" }}
        value={filters.status}
        onChange={(value) => filter({ status: deliveryStatuses.find((one) => one === value) ?? null })}
      />
      <Select
        aria-label="Event"
        placeholder="Any event"
        data={eventActions}
        clearable
        clearButtonProps={{ "aria-label": "Any event" }}
        value={filters.action}
        onChange={(value) => filter({ action: eventActions.find((one) => one === value) ?? null })}
      />
    </search>
  );
}
