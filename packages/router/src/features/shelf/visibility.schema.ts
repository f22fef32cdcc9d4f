import type { Visibility } from "./shelf.schema.ts";

interface Place {
  retailerId: string;
  /** undefined: all stores. */
  storeId?: string | undefined;
}

const below = ({ retailerId, storeId }: Place): string =>
  `/v1/retailers/${retailerId}${storeId === undefined ? "" : `/stores/${storeId}`}`;

export const fixPaths = {
  channels: (store: Required<Place>): string => `${below(store)}/channels`,
  shelf: (store: Required<Place>): string => `${below(store)}/shelf`,
  edit: (place: Place, barcode: string): string => `${below(place)}/inventory/${encodeURIComponent(barcode)}`,
};

/** Fixed path segments. They take precedence over a barcode in the same place. */
export const fixedWords: ReadonlySet<string> = new Set([
  "stock",
  "items",
  "ingests",
  "products",
  "files",
  "customizations",
  "uploads",
  "providers",
]);

/** The call that edits a product. A body names a barcode that no address can name. */
export function editCall<Body extends object>(place: Place, barcode: string, body: Body) {
  if (!fixedWords.has(barcode)) return { method: "PATCH", path: fixPaths.edit(place, barcode), body };
  return { method: "POST", path: fixPaths.edit(place, "customizations"), body: { barcode, ...body } };
}

/** What a call of `fixPaths` changes. */
export function fixTargetOf(path: string): "channels" | "shelf" | "store" | "all stores" {
  const [, , , , part, , partOfStore] = path.split("/");
  if (part !== "stores") return "all stores";
  return partOfStore === "channels" || partOfStore === "shelf" ? partOfStore : "store";
}

/** By the visibility of a product in a store. */
export const isChannelOn = (visibility: Visibility[], channel: string): boolean =>
  visibility.some((one) => one.channel === channel && one.reasons.every(({ code }) => code !== "ChannelNotEnabled"));

/** The reasons of the search engine against a listing. A person has to solve them. */
export const listingProblems = ["ListingDisapproved", "ListingRejected"] as const;

export const isListingProblem = (code: string): boolean => listingProblems.some((one) => one === code);
