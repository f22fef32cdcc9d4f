import type { Job } from "@highstreet/router/features/overview/overview.schema.ts";
import { count } from "../frame/formats.ts";
import { channelName } from "../frame/product-words.ts";

/** The texts of Home. */
export const texts = {
  title: "Home",
  tasks: "Needs attention",
  nothing: "Nothing needs your attention",
  nothingText: "Stock arrives, and every channel works.",
  stores: "Stores",
  allStores: "All stores",
  since: (time: string) => `since ${time}`,
  more: (shown: number, total: number) => `The first ${shown} of ${total}.`,
};

interface JobWords {
  title: (job: Job) => string;
  /** The button that leads to the place where the job is done. */
  action: string;
  /** The page below the shop, and its further query. */
  page: string;
  query?: string;
  tone: "red" | "yellow" | "gray";
}

const nameOf = ({ channel }: Job) => (channel ? channelName(channel) : "A channel");

/** What each job is called, and where its button leads. */
export const jobWords: Record<Job["kind"], JobWords> = {
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
    title: (job) => `${nameOf(job)} has a problem`,
    action: "See the channel",
    page: "channels",
    tone: "yellow",
  },
  channel_waiting: {
    title: (job) => `${nameOf(job)} is not ready yet`,
    action: "See the next step",
    page: "channels",
    tone: "yellow",
  },
  no_stock: { title: () => "No stock yet", action: "Send the first file", page: "imports", tone: "gray" },
};
