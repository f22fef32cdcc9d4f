import "./channel-kinds.ts";
import { alerts } from "./features/alerts/index.ts";
import { channels } from "./features/channels/index.ts";
import { customizations } from "./features/customizations/index.ts";
import { events } from "./features/events/index.ts";
import { fleet } from "./features/fleet/index.ts";
import { history } from "./features/history/index.ts";
import { inventory } from "./features/inventory/index.ts";
import { keys } from "./features/keys/index.ts";
import { listings } from "./features/listings/index.ts";
import { localAds } from "./features/local-ads/index.ts";
import { operations } from "./features/operations/index.ts";
import { overview } from "./features/overview/index.ts";
import { products } from "./features/products/index.ts";
import { connections } from "./features/pulls/index.ts";
import { retailers } from "./features/retailers/index.ts";
import { search } from "./features/search/index.ts";
import { staff } from "./features/staff/index.ts";
import { stores } from "./features/stores/index.ts";
import { uploads } from "./features/uploads/index.ts";
import { webhooks } from "./features/webhooks/index.ts";
import { createCallerFactory, mergeRouters, router } from "./kernel/trpc.ts";

/** Every operation of Highstreet. The REST table, the console and the tests reach it by these names. */
export const appRouter = router({
  alerts,
  channels: mergeRouters(channels, search),
  connections,
  customizations,
  events,
  fleet,
  history,
  inventory,
  keys,
  listings,
  localAds,
  operations,
  overview,
  products,
  retailers,
  staff,
  stores,
  uploads,
  webhooks,
});

export type AppRouter = typeof appRouter;

/** Calls procedures in this process. */
export const createCaller = createCallerFactory(appRouter);
