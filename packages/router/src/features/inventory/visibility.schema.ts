interface Place {
  retailerId: string;
  /** undefined: all stores. */
  storeId?: string | undefined;
}

const below = ({ retailerId, storeId }: Place): string =>
  `/v1/retailers/${retailerId}${storeId === undefined ? "" : `/stores/${storeId}`}`;

/** The paths of the calls that change what a channel shows. */
export const fixPaths = {
  channels: (store: Required<Place>): string => `${below(store)}/channels`,
  edit: (place: Place, barcode: string): string => `${below(place)}/inventory/${encodeURIComponent(barcode)}`,
};

/** What a call of `fixPaths` changes: the channels of a store, or the edit of a product for one store or for all stores. */
export function fixTargetOf(path: string): "channels" | "store" | "all stores" {
  const [, , , , part, , partOfStore] = path.split("/");
  if (part !== "stores") return "all stores";
  return partOfStore === "channels" ? "channels" : "store";
}

/** The reasons of the search engine against a listing. A person has to solve them. */
export const listingProblems = ["ListingDisapproved", "ListingRejected"] as const;

/** Whether the search engine has something against the listing. */
export const isListingProblem = (code: string): boolean => listingProblems.some((one) => one === code);
