import type { FindProducts, ProductSort } from "@highstreet/router/features/shelf/shelf.schema.ts";
import { texts as shared } from "../parts/texts.ts";
import { texts } from "./texts.ts";

export interface ProductFilters {
  /** The chosen store, which `StoreChip` changes. */
  store: string | null;
  q: string;
  status: keyof typeof texts.statuses | null;
  hidden: boolean | null;
  edited: boolean | null;
  shownOn: keyof typeof texts.shownOn | null;
  notShownOn: keyof typeof texts.notShownOn | null;
  because: keyof typeof shared.notShown | null;
  missing: keyof typeof texts.missingOn | null;
  titled: boolean | null;
  /** Only products with a picture that does not load. */
  brokenPicture: true | null;
  /** Only products of the last seven days. */
  isNew: true | null;
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
  shownOn: null,
  notShownOn: null,
  because: null,
  missing: null,
  titled: null,
  brokenPicture: null,
  isNew: null,
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
    shownOn: oneOf(texts.shownOn, params.get("shownOn")),
    notShownOn,
    because: notShownOn && oneOf(shared.notShown, params.get("because")),
    missing: oneOf(texts.missingOn, params.get("missing")),
    titled: flag(params.get("titled")),
    brokenPicture: params.get("brokenPicture") === "true" || null,
    isNew: params.get("isNew") === "true" || null,
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

const DAY = 86_400_000;

/** A fixed time of the day, so that the same filters are the same call. */
const weekAgo = (): string => new Date((Math.floor(Date.now() / DAY) - 7) * DAY).toISOString();

/** The input of the call that finds these products. */
export function findInputOf(retailerId: string, filters: ProductFilters): FindProducts {
  const {
    store,
    q,
    status,
    hidden,
    edited,
    shownOn,
    notShownOn,
    because,
    missing,
    titled,
    brokenPicture,
    isNew,
    sort,
    descending,
    page,
    size,
  } = filters;
  const filter = {
    storeId: store ?? undefined,
    q: q || undefined,
    status: status ?? undefined,
    hidden: hidden ?? undefined,
    edited: edited ?? undefined,
    shownOn: shownOn ?? undefined,
    notShownOn: notShownOn ?? undefined,
    because: because ?? undefined,
    missing: missing ?? undefined,
    titled: titled ?? undefined,
    brokenPicture: brokenPicture ?? undefined,
    addedSince: isNew ? weekAgo() : undefined,
  };
  return { retailerId, filter, order: { sort, descending }, pageNumber: page, pageSize: size };
}
