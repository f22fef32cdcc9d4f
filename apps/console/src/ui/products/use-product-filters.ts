"use client";

import { useSessionStorage } from "@mantine/hooks";
import { useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { noFilters, type ProductFilters, queryOf, readFilters } from "./product-address.ts";

const current = (): ProductFilters => readFilters(new URLSearchParams(window.location.search));

function write(filters: ProductFilters, method: "replaceState" | "pushState" = "replaceState"): void {
  const query = queryOf(filters);
  // Next notices changes of the browser's history. Its router would load the page from the server again.
  window.history[method](null, "", query ? `?${query}` : window.location.pathname);
}

/** A changed filter starts at the first page. */
const filter = (changes: Partial<ProductFilters>): void => write({ ...current(), page: 1, ...changes });

/** The filters of the product list, which are part of the address. */
export function useProductFilters() {
  const params = useSearchParams();
  const asked = params.toString();
  const filters = readFilters(new URLSearchParams(asked));
  const understood = queryOf(filters);
  const isScanning = params.get("scan") === "1";
  // Removes unknown filter values from the address, so that the address matches the list.
  useEffect(() => {
    if (asked !== understood && !isScanning) write(current());
  }, [asked, understood, isScanning]);
  const { q, status, hidden, edited, shownOn, notShownOn, missing, titled, brokenPicture, isNew } = filters;
  const isFiltered =
    q !== "" ||
    [status, hidden, edited, shownOn, notShownOn, missing, titled, brokenPicture, isNew].some(
      (value) => value !== null,
    );
  return {
    filters,
    isFiltered,
    filter,
    turnTo: (page: number) => write({ ...current(), page }, "pushState"),
    clear: () => write({ ...noFilters, store: current().store }),
    /** Opens a saved view: its query replaces all filters but the store. */
    view: (query: string) => write({ ...readFilters(new URLSearchParams(query)), store: current().store }),
  };
}

/** The query of the product list that the person saw last. The way back from a product leads there. */
export const useLastList = (retailerId: string) =>
  useSessionStorage({ key: `products ${retailerId}`, defaultValue: "" });
