"use client";

import { stockStatuses } from "@highstreet/router/core/items/items.schema.ts";
import { useSearchParams } from "next/navigation";
import { useEffect } from "react";

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

/** The address's query, without its `?`. */
function queryOf(filters: Filters): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    if (value !== null && value !== "") params.set(name, String(value));
  }
  return params.toString();
}

function write(filters: Filters, method: "replaceState" | "pushState" = "replaceState"): void {
  const query = queryOf(filters);
  // Next follows the browser's own history; its router would ask the server for the page again.
  window.history[method](null, "", query ? `?${query}` : window.location.pathname);
}

/** What the list of products shows: kept in the address, so that it can be shared and returned to. */
export function useProductFilters() {
  const asked = useSearchParams().toString();
  const filters = read(new URLSearchParams(asked));
  const understood = queryOf(filters);
  // A filter that there is not does not stay in the address, which would say what the list does not show.
  useEffect(() => {
    if (asked !== understood) write(read(current()));
  }, [asked, understood]);
  const isFiltered = filters.q !== "" || filters.status !== null || filters.hidden !== null;
  return {
    filters,
    isFiltered,
    /** Another choice begins at its first page. */
    filter: (changes: Partial<Omit<Filters, "after">>) => write({ ...read(current()), ...changes, after: null }),
    turnTo: (after: string) => write({ ...read(current()), after }, "pushState"),
    clear: () => write({ q: "", status: null, hidden: null, after: null }),
  };
}

const current = (): URLSearchParams => new URLSearchParams(window.location.search);
