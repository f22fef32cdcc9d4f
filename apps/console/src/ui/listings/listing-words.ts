import type { Listing } from "@highstreet/router/features/listings/listings.schema.ts";

/** The states of a listing in words. */
export const stateWords: Record<Listing["state"], string> = {
  waiting: "Waiting",
  sent: "Sent",
  refused: "Refused",
  disapproved: "Not shown",
  withdrawn: "Taken back",
  unidentified: "Not sent",
};

export const stateMeanings: Record<Listing["state"], string> = {
  waiting: "It is sent as soon as its turn comes.",
  sent: "The search engine has what is on the shelf.",
  refused: "The search engine does not take it as it is. It is sent again when it changes.",
  disapproved: "The search engine has it, and does not show it.",
  withdrawn: "It is no longer to be shown: it was sent as out of stock once, and nothing since.",
  unidentified: "The search engine could not tell what it is: its barcode is no GTIN, and it has no title.",
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
