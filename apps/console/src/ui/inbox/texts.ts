import { count } from "../frame/formats.ts";

/** The texts of the webhook inbox. */
export const texts = {
  noCalls: "No calls yet",
  noCallsText: "Hide a product, or send stock that changes a status or a price: the call appears here within a second.",
  calls: "Calls, newest first",
  received: (number: number) => count(number, "call"),
  allValid: "every signature valid",
  invalid: (number: string) => `${number} with an invalid signature`,
  last: (number: number) => `; the last ${number} of them`,
  unreadable: "unreadable",
  valid: "Signature valid",
  wrong: "Signature invalid",
  noBody: "(no body)",
  nothing: "Nothing yet. A receiver gets an item when its status or price changes.",
  known: (number: string) => `${number} items known`,
  lastItems: (number: number) => `; the last ${number} are here`,
  head: { item: "Item", status: "Status", price: "Price", sequence: "Sequence", received: "Received" },
};
