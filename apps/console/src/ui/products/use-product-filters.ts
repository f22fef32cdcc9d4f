"use client";

import { stockStatuses } from "@highstreet/router/core/items/items.schema.ts";
import { useSearchParams } from "next/navigation";
import { useEffect } from "react";

type Status = (typeof stockStatuses)[number];

interface Filters {
  /** The chosen store, which `StoreChip` changes. */
  store: string | null;
  q: string;
  status: Status | null;
  hidden: boolean | null;
  /** The cursor of the shown page. */
  after: string | null;
}

function read(params: URLSearchParams): Filters {
  const hidden = params.get("hidden");
  return {
    store: params.get("store"),
    q: params.get("q") ?? "",
    status: stockStatuses.find((status) => status === params.get("status")) ?? null,
    hidden: hidden === "true" ? true : hidden === "false" ? false : null,
    after: params.get("after"),
  };
}

/** The query of the address, without its `?`. */
function queryOf(filters: Filters): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    if (value !== null && value !== "") params.set(name, String(value));
  }
  return params.toString();
}

function write(filters: Filters, method: "replaceState" | "pushState" = "replaceState"): void {
  const query = queryOf(filters);
  // Next notices changes of the browser's history. Its router would load the page from the server again.
  window.history[method](null, "", query ? `?${query}` : window.location.pathname);
}

/** The filters of the product list. They are part of the address, so that it can be shared and bookmarked. */
export function useProductFilters() {
  const asked = useSearchParams().toString();
  const filters = read(new URLSearchParams(asked));
  const understood = queryOf(filters);
  // Removes unknown filter values from the address, so that the address matches the list.
  useEffect(() => {
    if (asked !== understood) write(read(current()));
  }, [asked, understood]);
  const isFiltered = filters.q !== "" || filters.status !== null || filters.hidden !== null;
  return {
    filters,
    isFiltered,
    /** A changed filter starts at the first page. */
    filter: (changes: Partial<Omit<Filters, "after">>) => write({ ...read(current()), ...changes, after: null }),
    turnTo: (after: string) => write({ ...read(current()), after }, "pushState"),
    clear: () => write({ ...read(current()), q: "", status: null, hidden: null, after: null }),
  };
}

const current = (): URLSearchParams => new URLSearchParams(window.location.search);
