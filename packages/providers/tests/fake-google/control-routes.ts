import type { FastifyInstance } from "fastify";
import { disapprove } from "./local-feed-routes.ts";
import {
  addLocation,
  advance,
  type InjectedFault,
  invite,
  type LocationFields,
  timeOf,
  type World,
  withdraw,
} from "./world.ts";

interface Changes {
  /** Whether the Merchant API knows the project. */
  isProjectRegistered?: boolean;
  isTokenApproved?: boolean;
  currency?: string;
  verificationMs?: number;
  merchantDaily?: number;
  /** By host. */
  perMinute?: Record<string, number>;
}

/**
 * Causes events that no API of Google causes: acts of other people, time and faults. docs/google.md lists the calls.
 */
export function addControls(app: FastifyInstance, world: World): void {
  app.get("/fake/state", () => ({
    now: new Date(timeOf(world)).toISOString(),
    locations: [...world.locations].map(([id, { title, storeCode, standing, admins }]) => ({
      id,
      title,
      storeCode,
      standing,
      admins: [...admins.values()],
    })),
    merchants: [...world.merchant.accounts].map(([id, { name, alias, stores, inventories, issues }]) => ({
      id,
      name,
      alias,
      stores: [...stores.keys()],
      items: inventories.size,
      disapproved: issues.size,
    })),
    campaigns: [...world.ads.customers].map(([id, { currency, resources }]) => ({
      id,
      currency,
      resources: Object.fromEntries(resources),
    })),
    calls: world.calls.length,
  }));

  app.post<{ Body: { advanceMs: number } }>("/fake/clock", ({ body }) => {
    advance(world, body.advanceMs);
    return { now: new Date(timeOf(world)).toISOString() };
  });

  app.put<{ Params: { id: string }; Body: LocationFields }>("/fake/locations/:id", ({ params, body }) => {
    const before = world.locations.get(params.id);
    if (before) Object.assign(before, body);
    else addLocation(world, params.id, body);
    return {};
  });

  app.post<{ Params: { id: string } }>("/fake/locations/:id/invite", ({ params }) => {
    invite(world, params.id, world.group);
    return {};
  });

  app.post<{ Params: { id: string } }>("/fake/locations/:id/withdraw", ({ params }) => {
    withdraw(world, params.id, world.group);
    return {};
  });

  app.post<{ Params: { account: string; offer: string } }>(
    "/fake/merchants/:account/disapprove/:offer",
    ({ params }) => {
      disapprove(world, params.account, params.offer);
      return {};
    },
  );

  app.post<{ Body: InjectedFault }>("/fake/faults", ({ body }) => {
    world.faults.push(body);
    return {};
  });

  app.post<{ Body: Changes }>("/fake/settings", ({ body }) => {
    const { isProjectRegistered, verificationMs, isTokenApproved, currency, merchantDaily, perMinute } = body;
    Object.assign(world.merchant, defined({ isProjectRegistered, verificationMs }));
    Object.assign(world.ads, defined({ isTokenApproved }));
    Object.assign(world.quota, defined({ merchantDaily }));
    for (const [host, limit] of Object.entries(perMinute ?? {})) world.quota.perMinute.set(host, limit);
    if (currency) for (const customer of world.ads.customers.values()) customer.currency = currency;
    return {};
  });
}

const defined = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
