import { channels } from "./channels/channels.router.ts";
import { customizations } from "./customizations/customizations.router.ts";
import { events } from "./events/events.router.ts";
import { history } from "./history/history.router.ts";
import { inventory } from "./inventory/inventory.router.ts";
import { keys } from "./keys/keys.router.ts";
import { listings } from "./listings/listings.router.ts";
import { localAds } from "./local-ads/local-ads.router.ts";
import { products } from "./products/products.router.ts";
import { retailers } from "./retailers/retailers.router.ts";
import { search } from "./search/search.router.ts";
import { staff } from "./staff/staff.router.ts";
import { stores } from "./stores/stores.router.ts";
import { createCallerFactory, mergeRouters, router } from "./trpc.ts";
import { uploads } from "./uploads/uploads.router.ts";
import { webhooks } from "./webhooks/webhooks.router.ts";

/** Every operation of Highstreet. The REST table, the console and the tests reach it by these names. */
export const appRouter = router({
  channels: mergeRouters(channels, search),
  customizations,
  events,
  history,
  inventory,
  keys,
  listings,
  localAds,
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
