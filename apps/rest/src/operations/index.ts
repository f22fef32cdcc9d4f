import { channels, connections } from "./channels.ts";
import { endpoints } from "./endpoints.ts";
import { events } from "./events.ts";
import type { Chapter, Operation } from "./operation.ts";
import { history, productData, productEditing } from "./products.ts";
import { keys, retailers, stores } from "./retailers.ts";
import { rules } from "./rules.ts";
import { stock } from "./stock.ts";

/** The operations of the API, in the order of the reference. */
export const chapters: readonly Chapter[] = [
  retailers,
  stores,
  stock,
  connections,
  productData,
  productEditing,
  rules,
  channels,
  events,
  endpoints,
  history,
  keys,
];

export const operations: readonly Operation[] = chapters.flatMap((chapter) => chapter.operations);
