import type { AnyTRPCProcedure } from "@trpc/server";
import { afterAll, expect, test } from "vitest";
import { appRouter, createCaller } from "../router.ts";
import { createTestContext } from "../testing.ts";
import type { Actor } from "./context.ts";
import { DomainError } from "./errors.ts";
import { type Meta, roleAllows, type StaffRole } from "./roles.ts";
import { domainErrorOf } from "./trpc.ts";

/** The role with the fewest powers that may make each call. A role with more powers may make it, too. */
const least: Record<StaffRole | "nobody", string> = {
  viewer: `
    channels.catalogue channels.get channels.list channels.obstacles channels.recordSighting channels.setup
    customizations.get customizations.list events.list history.list
    inventory.getIngest inventory.getItem inventory.getProduct inventory.getSource inventory.listIngests inventory.listItems
    inventory.listRejections inventory.providers listings.counts listings.list localAds.overview products.listIngests
    retailers.get retailers.list staff.me staff.shop stores.get stores.list
    webhooks.deliverySummary webhooks.getDelivery webhooks.listDeliveries`,
  manager: `
    channels.check channels.enable channels.remove channels.update
    customizations.delete customizations.deleteByBarcode customizations.edit customizations.post customizations.postBatch history.revert
    inventory.acceptIngest inventory.connect inventory.disconnect inventory.patchStock inventory.previewStock inventory.putStock
    localAds.cancelChange products.putFeed webhooks.redeliver webhooks.redeliverRange webhooks.rotateSecret webhooks.test`,
  owner: `
    retailers.delete retailers.update stores.create stores.delete stores.update
    staff.cancelInvitation staff.changeRole staff.invite staff.list staff.makeResetLink staff.remove staff.resendInvitation`,
  partner: "keys.create keys.list keys.revoke retailers.create",
  nobody: "uploads.put",
};
const roles: StaffRole[] = ["viewer", "manager", "owner", "partner"];

const t = await createTestContext();
afterAll(() => t.close());
const shop = await t.retailer();
const stranger = await t.newPartner("Other");
const foreign = await t.retailer({}, t.asKey({ partnerId: stranger.partnerId }));

const features: Record<string, Record<string, AnyTRPCProcedure>> = appRouter._def.record;
const procedures = Object.entries(features).flatMap(([feature, verbs]) =>
  Object.entries(verbs).map(([verb, { _def }]) => ({ path: `${feature}.${verb}`, meta: _def.meta as Meta })),
);
const tableOf = (role: StaffRole): string[] =>
  roles
    .slice(0, roles.indexOf(role) + 1)
    .flatMap((one) => least[one].trim().split(/\s+/))
    .sort();

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

test("the table has every procedure once", () => {
  const listed = Object.values(least).flatMap((text) => text.trim().split(/\s+/));
  expect(listed.sort()).toEqual(procedures.map(({ path }) => path).sort());
});

test.each(roles)("a %s may call exactly what the table says", async (role) => {
  expect(procedures.flatMap(({ path, meta }) => (roleAllows(role, meta) ? path : [])).sort()).toEqual(tableOf(role));
  // Deletes the shop, or needs the person's row.
  const untried = ["retailers.delete", "staff.me"];
  for (const { path } of procedures.filter((one) => !untried.includes(one.path))) {
    const code = await codeOf(path, actorOf(role), shop.id);
    const refused = code === "InsufficientScope" || code === "Unauthorized";
    expect([path, code, refused]).toEqual([path, code, !tableOf(role).includes(path)]);
  }
});

test.each(roles)("a %s finds nothing at a retailer of another partner", async (role) => {
  const open = ["channels.catalogue", "inventory.providers"];
  for (const { path } of procedures) {
    const code = await codeOf(path, actorOf(role), foreign.id);
    if (code === undefined) expect(open).toContain(path);
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
