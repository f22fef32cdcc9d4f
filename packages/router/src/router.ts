import type { AnyTRPCProcedure } from "@trpc/server";
import { alerts } from "./features/alerts/index.ts";
import { channels } from "./features/channels/index.ts";
import { customizations } from "./features/customizations/index.ts";
import { endpoints, partnerEndpoints } from "./features/endpoints/index.ts";
import { events } from "./features/events/index.ts";
import { fleet } from "./features/fleet/index.ts";
import { history } from "./features/history/index.ts";
import { ingest } from "./features/ingest/index.ts";
import { keys } from "./features/keys/index.ts";
import { listings } from "./features/listings/index.ts";
import { localAds } from "./features/local-ads/index.ts";
import { operations } from "./features/operations/index.ts";
import { overview } from "./features/overview/index.ts";
import { pictures } from "./features/pictures/index.ts";
import { products } from "./features/products/index.ts";
import { connections } from "./features/pulls/index.ts";
import { retailers } from "./features/retailers/index.ts";
import { rules } from "./features/rules/index.ts";
import { search } from "./features/search/index.ts";
import { shelf } from "./features/shelf/index.ts";
import { sources } from "./features/sources/index.ts";
import { staff } from "./features/staff/index.ts";
import { stores } from "./features/stores/index.ts";
import { testClock } from "./features/test-clock/index.ts";
import { uploads } from "./features/uploads/uploads.router.ts";
import { webhooks } from "./features/webhooks/index.ts";
import { type Meta, roleAllows, type StaffRole } from "./kernel/roles.schema.ts";
import { createCallerFactory, mergeRouters, router } from "./kernel/trpc.ts";

import "./channel-kinds.ts";

/** Every operation of Highstreet. The REST table, the console and the tests reach it by these names. */
export const appRouter = router({
  alerts,
  channels: mergeRouters(channels, search),
  connections,
  customizations,
  endpoints,
  events,
  fleet,
  history,
  inventory: mergeRouters(sources, ingest, shelf),
  keys,
  listings,
  localAds,
  operations,
  overview,
  partnerEndpoints,
  pictures,
  products,
  retailers,
  rules,
  staff,
  stores,
  testClock,
  uploads,
  webhooks,
});

export type AppRouter = typeof appRouter;

export const createCaller = createCallerFactory(appRouter);

type Procedures = Record<string, Record<string, unknown>>;

export type ProcedureOf<R extends { _def: { record: object } }> = {
  [F in keyof R["_def"]["record"] & string]: `${F}.${keyof R["_def"]["record"][F] & string}`;
}[keyof R["_def"]["record"] & string];

/**
 * The procedures that a role may call, by the access of each procedure. The console shows a button for each of them.
 * @param isOfStores the role is for chosen stores
 */
export function proceduresFor<R extends { _def: { record: object } }>(
  router: R,
  role: StaffRole,
  isOfStores = false,
): ProcedureOf<R>[] {
  return Object.entries(router._def.record as Procedures).flatMap(([feature, verbs]) =>
    Object.entries(verbs).flatMap(([verb, procedure]) => {
      const meta = ((procedure as AnyTRPCProcedure)._def.meta ?? { access: "any" }) as Meta;
      return roleAllows(role, meta, isOfStores) ? (`${feature}.${verb}` as ProcedureOf<R>) : [];
    }),
  );
}
