import { channels } from "./channels.ts";
import { connections } from "./connections.ts";
import { events } from "./events.ts";
import { history } from "./history.ts";
import { keys } from "./keys.ts";
import type { Chapter, Operation } from "./operation.ts";
import { productData } from "./product-data.ts";
import { productEditing } from "./product-editing.ts";
import { retailers } from "./retailers.ts";
import { stock } from "./stock.ts";
import { stores } from "./stores.ts";

/** The operations of the API, in the order of the reference. */
export const chapters: readonly Chapter[] = [
  retailers,
  stores,
  stock,
  connections,
  productData,
  productEditing,
  channels,
  events,
  history,
  keys,
];

export const operations: readonly Operation[] = chapters.flatMap((chapter) => chapter.operations);
