import { createTestContext } from "@highstreet/router/testing";
import type { AnyTRPCProcedure } from "@trpc/server";
import { afterAll, expect, test } from "vitest";
import { appRouter, createCaller } from "../router.ts";
import type { Actor } from "./context.ts";
import { DomainError } from "./errors.ts";
import { type Meta, roleAllows, type StaffRole } from "./roles.schema.ts";
import { domainErrorOf } from "./trpc.ts";

/** Calls that need more than the usual role: a viewer may make each other query, a manager each other mutation. */
const needsMore: Record<string, StaffRole | "nobody"> = {
  "alerts.choose": "viewer",
  "alerts.saveWebhook": "owner",
  "alerts.seeNews": "viewer",
  "alerts.testWebhook": "owner",
  "channels.recordSighting": "viewer",
  "fleet.days": "partner",
  "fleet.list": "partner",
  "keys.create": "partner",
  "keys.list": "partner",
  "keys.revoke": "partner",
  "operations.planEdit": "manager",
  "partnerEndpoints.create": "partner",
  "partnerEndpoints.get": "partner",
  "partnerEndpoints.getDelivery": "partner",
  "partnerEndpoints.list": "partner",
  "partnerEndpoints.listDeliveries": "partner",
  "partnerEndpoints.redeliver": "partner",
  "partnerEndpoints.redeliverRange": "partner",
  "partnerEndpoints.remove": "partner",
  "partnerEndpoints.rotateSecret": "partner",
  "partnerEndpoints.summary": "partner",
  "partnerEndpoints.test": "partner",
  "partnerEndpoints.update": "partner",
  "retailers.create": "partner",
  "retailers.delete": "owner",
  "retailers.update": "owner",
  "staff.cancelInvitation": "owner",
  "staff.changeRole": "owner",
  "staff.invite": "owner",
  "staff.list": "owner",
  "staff.makeResetLink": "owner",
  "staff.remove": "owner",
  "staff.resendInvitation": "owner",
  "staff.setContact": "partner",
  "stores.create": "owner",
  "stores.delete": "owner",
  "stores.update": "owner",
  "testClock.move": "owner",
  "uploads.put": "nobody",
};
const roles: StaffRole[] = ["viewer", "manager", "owner", "partner"];

const t = await createTestContext();
afterAll(() => t.close());
const shop = await t.retailer();
const stranger = await t.newPartner("Other");
const foreign = await t.retailer({}, t.asKey({ partnerId: stranger.partnerId }));

const features: Record<string, Record<string, AnyTRPCProcedure>> = appRouter._def.record;
const procedures = Object.entries(features).flatMap(([feature, verbs]) =>
  Object.entries(verbs).map(([verb, { _def }]) => ({
    path: `${feature}.${verb}`,
    type: _def.type,
    meta: _def.meta as Meta,
  })),
);
const tableOf = (role: StaffRole): string[] =>
  procedures.flatMap(({ path, type }) => {
    const least = needsMore[path] ?? (type === "mutation" ? "manager" : "viewer");
    return least !== "nobody" && roles.indexOf(role) >= roles.indexOf(least) ? path : [];
  });

const actorOf = (role: StaffRole): Actor => ({
  ...{ kind: "staff", userId: "u", name: "Pat", partnerId: t.partner.partnerId },
  ...(role === "partner" ? { isPartner: true, roles: new Map() } : { roles: new Map([[shop.id, role]]) }),
});

type Verb = (input: unknown) => Promise<unknown>;

/** Calls a procedure with the id of a retailer alone. The guard answers before the input is read. */
async function codeOf(path: string, actor: Actor, retailerId: string): Promise<string | undefined> {
  const [feature = "", verb = ""] = path.split(".");
  const caller = createCaller(t.as(actor)) as unknown as Record<string, Record<string, Verb>>;
  try {
    await caller[feature]?.[verb]?.({ retailerId });
    return undefined;
  } catch (error) {
    return (domainErrorOf(error) ?? new DomainError("InternalError", String(error))).code;
  }
}

test("the table names procedures that exist", () => {
  expect(procedures.map(({ path }) => path)).toEqual(expect.arrayContaining(Object.keys(needsMore)));
});

test.each(roles)("a %s may call exactly what the table says", async (role) => {
  expect(procedures.flatMap(({ path, meta }) => (roleAllows(role, meta) ? path : []))).toEqual(tableOf(role));
  // They need the person's row, because the id of a retailer is a whole input.
  const untried = ["retailers.delete", "inventory.disconnectFiles", "inventory.rememberFileColumns", "staff.me"];
  for (const { path } of procedures.filter((one) => !untried.includes(one.path))) {
    const code = await codeOf(path, actorOf(role), shop.id);
    const refused = code === "InsufficientScope" || code === "Unauthorized";
    expect([path, code, refused]).toEqual([path, code, !tableOf(role).includes(path)]);
  }
});

test.each(roles)("a %s finds nothing at a retailer of another partner", async (role) => {
  const open = ["channels.catalogue", "inventory.providers", "staff.contacts"];
  for (const { path } of procedures) {
    const code = await codeOf(path, actorOf(role), foreign.id);
    if (code === undefined) expect(open).toContain(path);
  }
});

test("a test key finds nothing at a live retailer, and a live key nothing at a test retailer", async () => {
  const { partnerId } = t.partner;
  const testShop = await t.retailer({}, t.asKey({ isTest: true }));
  const open = ["channels.catalogue", "inventory.providers", "channels.recordSighting"];
  for (const [isTest, retailerId] of [
    [true, shop.id],
    [false, testShop.id],
  ] as const) {
    const actor = { ...t.asKey({ isTest }).actor, partnerId } as Actor;
    for (const { path } of procedures) {
      const code = await codeOf(path, actor, retailerId);
      if (code === undefined) expect(open).toContain(path);
    }
    for (const path of ["retailers.get", "stores.list", "customizations.list", "history.list", "alerts.get"]) {
      expect([path, await codeOf(path, actor, retailerId)]).toEqual([path, "RetailerNotFound"]);
    }
  }
});

test("the partner role gives no powers at a shop of another partner, where the person has a role of that shop alone", async () => {
  const actor: Actor = {
    ...actorOf("partner"),
    kind: "staff",
    userId: "u",
    name: "Pat",
    roles: new Map([[foreign.id, "viewer"]]),
  };
  expect(await codeOf("stores.list", actor, foreign.id)).toBeUndefined();
  expect(await codeOf("stores.create", actor, foreign.id)).toBe("InsufficientScope");
});
