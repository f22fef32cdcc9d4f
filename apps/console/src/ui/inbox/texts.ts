import { inLanguage } from "../../languages/in-language.ts";
import { count } from "../parts/formats.ts";

/** The texts of the webhook inbox. */
export const texts = inLanguage("inbox", {
  title: "Webhook inbox",
  text: "A receiver for development: each call of this store, and whether its signature is valid.",
  empty: "Empty the inbox",
  tabs: { calls: "Calls", picture: "What your system now knows" },
  connection: {
    title: "Connection",
    connected: (store: string) => `The webhooks of ${store} come here`,
    none: "Not connected",
    address: "address",
    elsewhere: (url: string) => `They go to ${url}. Connecting replaces that address.`,
    nowhere: (store: string) => `${store} sends no webhooks yet.`,
    connect: "Connect this inbox",
  },
  noCalls: "No calls yet",
  noCallsText: "Hide a product, or send stock that changes a status or a price: the call appears here within a second.",
  calls: "Calls, newest first",
  received: (number: number, signatures: string) => `${count(number, "call")}, ${signatures}`,
  allValid: "every signature valid",
  invalid: (number: string) => `${number} with an invalid signature`,
  last: (number: number) => `; the last ${number} of them`,
  unreadable: "unreadable",
  valid: "Signature valid",
  wrong: "Signature invalid",
  noBody: "(no body)",
  nothing: "Nothing yet. A receiver gets an item when its status or price changes.",
  known: (number: string) => `${number} items known`,
  sequence: (number: number) => `#${number}`,
  lastItems: (number: number) => `; the last ${number} are here`,
  head: { item: "Item", status: "Status", price: "Price", sequence: "Sequence", received: "Received" },
});
