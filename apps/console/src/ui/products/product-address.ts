import type {
  FindProducts,
  NotShownBecause,
  ProductSort,
} from "@highstreet/router/features/inventory/find-products.schema.ts";
import { texts } from "./texts.ts";

/** The part of the product list that an address names. */
export interface ProductFilters {
  /** The chosen store, which `StoreChip` changes. */
  store: string | null;
  q: string;
  status: keyof typeof texts.statuses | null;
  hidden: boolean | null;
  edited: boolean | null;
  notShownOn: keyof typeof texts.notShownOn | null;
  because: NotShownBecause | null;
  sort: ProductSort;
  descending: boolean;
  page: number;
  size: 50 | 100;
}

export const noFilters: Omit<ProductFilters, "store"> = {
  q: "",
  status: null,
  hidden: null,
  edited: null,
  notShownOn: null,
  because: null,
  sort: "barcode",
  descending: false,
  page: 1,
  size: 50,
};

function oneOf<Word extends string>(words: Record<Word, unknown>, value: string | null): Word | null {
  return value !== null && Object.hasOwn(words, value) ? (value as Word) : null;
}

const flag = (value: string | null): boolean | null => (value === "true" ? true : value === "false" ? false : null);

/** Reads an order such as `price` or, with the highest first, `-price`. */
export function readOrder(text: string): Pick<ProductFilters, "sort" | "descending"> {
  return { sort: oneOf(texts.sorts, text.replace(/^-/, "")) ?? noFilters.sort, descending: text.startsWith("-") };
}

/** Reads the filters in an address. Unknown values are left out. */
export function readFilters(params: URLSearchParams): ProductFilters {
  const page = Number(params.get("page"));
  const notShownOn = oneOf(texts.notShownOn, params.get("notShownOn"));
  return {
    store: params.get("store"),
    q: (params.get("q") ?? "").slice(0, 200),
    status: oneOf(texts.statuses, params.get("status")),
    hidden: flag(params.get("hidden")),
    edited: flag(params.get("edited")),
    notShownOn,
    because: notShownOn && oneOf(texts.because, params.get("because")),
    ...readOrder(params.get("sort") ?? ""),
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
    size: params.get("size") === "100" ? 100 : 50,
  };
}

/** The query of an address, without its `?`. Values that are the default are left out. */
export function queryOf({ sort, descending, page, size, ...filters }: ProductFilters): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    if (value !== null && value !== "") params.set(name, String(value));
  }
  if (sort !== noFilters.sort || descending) params.set("sort", `${descending ? "-" : ""}${sort}`);
  if (page > 1) params.set("page", String(page));
  if (size !== noFilters.size) params.set("size", String(size));
  return params.toString();
}

/** The input of the call that finds these products. */
export function findInputOf(retailerId: string, filters: ProductFilters): FindProducts {
  const { store, q, status, hidden, edited, notShownOn, because, sort, descending, page, size } = filters;
  const filter = {
    storeId: store ?? undefined,
    q: q || undefined,
    status: status ?? undefined,
    hidden: hidden ?? undefined,
    edited: edited ?? undefined,
    notShownOn: notShownOn ?? undefined,
    because: because ?? undefined,
  };
  return { retailerId, filter, order: { sort, descending }, pageNumber: page, pageSize: size };
}
