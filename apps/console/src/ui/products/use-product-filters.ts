"use client";

import { stockStatuses } from "@highstreet/router/inventory/inventory.schema.ts";
import { useSearchParams } from "next/navigation";

type Status = (typeof stockStatuses)[number];

interface Filters {
  q: string;
  status: Status | null;
  hidden: boolean | null;
  /** The cursor of the page shown. */
  after: string | null;
}

function read(params: URLSearchParams): Filters {
  const hidden = params.get("hidden");
  return {
    q: params.get("q") ?? "",
    status: stockStatuses.find((status) => status === params.get("status")) ?? null,
    hidden: hidden === "true" ? true : hidden === "false" ? false : null,
    after: params.get("after"),
  };
}

function write(filters: Filters): void {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    if (value !== null && value !== "") params.set(name, String(value));
  }
  const query = params.toString();
  // Next follows the browser's own history; its router would ask the server for the page again.
  const method = filters.after === null ? "replaceState" : "pushState";
  window.history[method](null, "", query ? `?${query}` : window.location.pathname);
}

/** What the list of products shows: kept in the address, so that it can be shared and returned to. */
export function useProductFilters() {
  const filters = read(new URLSearchParams(useSearchParams()));
  const isFiltered = filters.q !== "" || filters.status !== null || filters.hidden !== null;
  return {
    filters,
    isFiltered,
    /** Another choice begins at its first page. */
    filter: (changes: Partial<Omit<Filters, "after">>) => write({ ...read(current()), ...changes, after: null }),
    turnTo: (after: string) => write({ ...read(current()), after }),
    clear: () => write({ q: "", status: null, hidden: null, after: null }),
  };
}

const current = (): URLSearchParams => new URLSearchParams(window.location.search);
