import type { Listing } from "@highstreet/router/features/listings/listings.schema.ts";

/** The states of a listing in words. */
export const stateWords: Record<Listing["state"], string> = {
  waiting: "Waiting",
  sent: "Sent",
  refused: "Rejected by Google",
  disapproved: "Not approved by Google",
  withdrawn: "Removed",
  unidentified: "Needs a barcode or a title",
};

export const stateMeanings: Record<Listing["state"], string> = {
  waiting: "It waits to be sent.",
  sent: "Google has the current stock.",
  refused: "Google rejects the product. It is sent again when it changes.",
  disapproved: "Google has the product and does not show it.",
  withdrawn: "It should no longer show. It was sent as out of stock once.",
  unidentified: "Google cannot identify it: the barcode is not a GTIN, and there is no title.",
};

/** The colour of each state's badge (state-badge.module.css). */
export const stateTones: Record<Listing["state"], string> = {
  waiting: "pending",
  sent: "delivered",
  refused: "refused",
  disapproved: "failed",
  withdrawn: "",
  unidentified: "held",
};
