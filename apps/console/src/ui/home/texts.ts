import type { Task } from "@highstreet/router/features/overview/overview.schema.ts";
import { count, quantity } from "../frame/formats.ts";
import { channelName } from "../frame/product-words.ts";

/** The texts of Home. */
export const texts = {
  title: "Home",
  needsAttention: "Needs attention",
  nothing: "Nothing needs your attention",
  nothingText: "Stock arrives, and every channel works.",
  stores: "Stores",
  stock: {
    title: "In stock over time",
    none: "The chart begins two hours after the first stock.",
    label: "Products in stock, in the last two weeks",
    summary: (first: string, last: string) => `Products in stock in this shop, from ${first} to ${last}.`,
    bounded: (summed: number, total: number) => `The chart has the first ${summed} of ${total} stores.`,
  },
  totals: "The shop in figures",
  inStock: "In stock",
  connected: (connected: number, stores: number) => `${quantity(connected)} of ${count(stores, "store")}`,
  allStores: "All stores",
  lasts: (time: string) => `for ${time}`,
  more: (shown: number, total: number) => `${shown} of ${count(total, "task")} are shown.`,
};

interface TaskWords {
  title: (task: Task) => string;
  /** The button that leads to the place where the task is done. */
  action: string;
  /** The page below the shop, and its further query. */
  page: string;
  query?: string;
  tone: "red" | "yellow" | "gray";
}

const nameOf = ({ channel }: Task) => (channel ? channelName(channel) : "A channel");

/** What each task is called, and where its button leads. */
export const taskWords: Record<Task["kind"], TaskWords> = {
  file_held: { title: () => "File held", action: "Check the file", page: "imports", tone: "red" },
  file_invalid: {
    title: () => "The last file could not be read",
    action: "See the file",
    page: "imports",
    tone: "red",
  },
  till_silent: { title: () => "The till is silent", action: "Check the connection", page: "imports", tone: "red" },
  endpoint_failing: {
    title: () => "Endpoint failing",
    action: "See the calls",
    page: "developers/webhooks",
    tone: "red",
  },
  products_rejected: {
    title: ({ count: products }) => `${count(products ?? 0, "product")} rejected by Google`,
    action: "See the products",
    page: "products",
    query: "&notShownOn=search",
    tone: "yellow",
  },
  channel_warning: {
    title: (task) => `${nameOf(task)} has a problem`,
    action: "See the channel",
    page: "channels",
    tone: "yellow",
  },
  channel_waiting: {
    title: (task) => `${nameOf(task)} is not ready yet`,
    action: "See the next step",
    page: "channels",
    tone: "yellow",
  },
  no_stock: { title: () => "No stock yet", action: "Send the first file", page: "imports", tone: "gray" },
};
