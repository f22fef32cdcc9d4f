import type { Task } from "@highstreet/router/features/overview/overview.schema.ts";
import { inLanguage } from "../../languages/in-language.ts";
import { channelName } from "../edits/product-words.ts";
import { count } from "../parts/formats.ts";

/** The texts of Home. */
export const texts = inLanguage("home", {
  title: "Home",
  needsAttention: "Needs attention",
  nothing: "Nothing needs your attention",
  nothingText: "Stock arrives, and every channel works.",
  stores: "Stores",
  flow: {
    title: "From shelf to customers",
    products: "Products",
    shown: "Shown",
    on: { search: "On Google", local_ads: "In local ads", webhooks: "To webhooks" },
    refused: "Rejected",
    several: "In several stores, a product counts wherever one of them has it so.",
    cut: "These are the first 300,000 items. Choose a store for its own numbers.",
  },
  changes: { title: "Changes of the last 7 days", none: "Nothing was changed.", all: "All changes" },
  allStores: "All stores",
  lasts: (time: string) => `for ${time}`,
  more: (shown: number, total: number) => `${shown} of ${count(total, "task")} are shown.`,
  aChannel: "A channel",
  /** What each task is called, and the button that leads to the place where it is done. */
  tasks: {
    file_held: { title: () => "File held", action: "Check the file" },
    file_invalid: { title: () => "The last file could not be read", action: "See the file" },
    till_silent: { title: () => "The till is silent", action: "Check the connection" },
    endpoint_failing: { title: () => "Endpoint failing", action: "See the calls" },
    products_rejected: {
      title: (_: string, number: number) => `${count(number, "product")} rejected by Google`,
      action: "See the products",
    },
    pictures_broken: {
      title: (_: string, number: number) => `${count(number, "product")} with a picture that does not load`,
      action: "See the products",
    },
    channel_warning: { title: (channel: string) => `${channel} has a problem`, action: "See the channel" },
    channel_waiting: { title: (channel: string) => `${channel} is not ready yet`, action: "See the next step" },
    no_stock: { title: () => "No stock yet", action: "Send the first file" },
  } as Record<Task["kind"], { title: (channel: string, number: number) => string; action: string }>,
});

type TaskFacts = Omit<Task, "store">;

interface TaskPlace {
  /** The page below the shop, and its further query. */
  page: string;
  query?: string;
  tone: "red" | "yellow" | "gray";
}

/** Where the button of each task leads. */
const places: Record<Task["kind"], TaskPlace> = {
  file_held: { page: "imports", tone: "red" },
  file_invalid: { page: "imports", tone: "red" },
  till_silent: { page: "imports", tone: "red" },
  endpoint_failing: { page: "developers/webhooks", tone: "red" },
  products_rejected: { page: "products", query: "&notShownOn=search&because=ListingRefused", tone: "yellow" },
  pictures_broken: { page: "products", query: "&brokenPicture=true", tone: "yellow" },
  channel_warning: { page: "channels", tone: "yellow" },
  channel_waiting: { page: "channels", tone: "yellow" },
  no_stock: { page: "imports", tone: "gray" },
};

/** What a task is called, its button, and its tone. */
export function taskWords({ kind, channel, count: number }: TaskFacts) {
  const { title, action } = texts.tasks[kind];
  const name = channel ? channelName(channel) : texts.aChannel;
  return { title: title(name, number ?? 0), action, tone: places[kind].tone };
}

/** The page where a task is done. */
export const taskPath = ({ kind, endpointId }: TaskFacts, retailerId: string, storeId = ""): string =>
  endpointId
    ? `/shops/${retailerId}/developers/endpoints/${endpointId}`
    : `/shops/${retailerId}/${places[kind].page}?store=${storeId}${places[kind].query ?? ""}`;
