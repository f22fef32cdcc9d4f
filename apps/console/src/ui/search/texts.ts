import type { SearchSetup, SetupStep } from "@highstreet/router/features/search/setup.schema.ts";
import { inLanguage } from "../../languages/in-language.ts";

/** The texts of the set-up of local listings. */
export const texts = inLanguage("search", {
  check: { button: "Check now", failed: "The check failed" },
  counted: {
    title: "Products at Google, in all stores of the shop",
    label: "Products at Google",
    accepted: "Accepted",
    inStock: "In stock",
    rejected: "Rejected",
  },
  invitation: {
    open: (location: string) => `Open the business profile as its owner, and choose the location ${location}.`,
    addAccount: "Under “People and access” add this account as a manager:",
    account: "account",
    addCode: "If several businesses may name this location, add this code to the labels of the profile:",
    code: "code",
    rest: "We do the rest: we check for the invitation every minute, accept it and continue.",
  },
  ownership: {
    addCode: "Add this code to the labels of the profile:",
    check: "Press “Check now”, or wait. Each check looks for the code.",
  },
  live: {
    since: (day: string) => `Live since ${day}`,
    shown: (sent: string, all: string) => `${sent} of ${all} products shown`,
    show: "Show the set-up",
    hide: "Hide the set-up",
  },
  location: {
    id: "Location ID",
    storeCode: "Store code",
    noStoreCode: "Made when we have access",
    profile: "Business profile",
    standing: "Standing",
    standings: {
      good: "In good standing",
      in_review: "Google reviews it",
      unverified: "Not verified",
      conflict: "Another profile of the same business has priority",
      suspended: "Suspended by Google",
    } satisfies Record<NonNullable<SearchSetup["profile"]>["standing"], string>,
    storefront: "Storefront",
    checked: "Checked",
    nextCheck: "Next check",
  },
  demo: "Demo: Google is simulated.",
  fastDemo: (times: string) => `Demo: Google is simulated, ${times} times faster than in real life.`,
  steps: {
    label: "Progress",
    names: {
      access: "Access to the business profile",
      store_code: "Store code",
      matching: "The store is registered with Google",
      sending: "Products are sent",
      live: "Products show",
    } satisfies Record<SetupStep["id"], string>,
    /** What a step waits for. */
    waits: {
      access: "We have accepted an invitation. Google gives us access soon.",
      store_code: "We read the profile’s store code, or give the profile a new one.",
      matching: "We register the store with Google.",
      sending: "We send all products of the store.",
      live: "Google reviews the products before it shows them.",
    } satisfies Record<SetupStep["id"], string>,
    /** The persons who must act. */
    actors: {
      retailer: "Your move",
      highstreet: "We are working on this step",
      search_engine: "Google is working on this step",
    } satisfies Record<SetupStep["actor"], string>,
    /** For screen readers. */
    states: { done: "Done", current: "Now", blocked: "Held up", ahead: "Later" } satisfies Record<
      SetupStep["state"],
      string
    >,
    since: (time: string) => `Since ${time}.`,
    expected: (average: string, latest: string) => `On average done by ${average}, at the latest by ${latest}.`,
  },
  storefront: { link: "See the storefront", newTab: "(opens in a new tab)" },
  widget: {
    title: "In-store widget",
    missing: "Not seen recently",
    seen: "Seen",
    notSeen: "Not seen yet",
    lastSeen: (time: string) => `Last seen ${time}.`,
    text: "The widget's page reports each visit to us.",
    code: "Code for the page",
    codeText:
      "Put this into the page of the widget. The token belongs to this store. It gives access to nothing, so visitors may see it.",
    copy: "Copy the lines",
  },
});
