import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "../../kernel/context.ts";
import { createCaller } from "../../router.ts";

const url = "https://93.184.216.34/hook";
const all = ["inventory.update", "inventory_source.update", "channel.update"];
const nothing = "0193abcd-5a00-7000-8000-00000000ffff";

let t: TestContext;
let retailerId: string;
let storeId: string;
beforeAll(async () => {
  t = await createTestContext({ settings: { quotas: { endpoints: 1_000 } } });
  retailerId = (await t.retailer()).id;
  storeId = (await t.store(retailerId)).id;
});
afterAll(() => t.close());

const api = (ctx: Context = t.ctx) => createCaller(ctx);
const create = (body: object = {}, ctx?: Context) => api(ctx).endpoints.create({ retailerId, body: { url, ...body } });
const createOfPartner = (body: object = {}, ctx?: Context) =>
  api(ctx).partnerEndpoints.create({ body: { url, ...body } });
const update = (endpointId: string, body: object, ctx?: Context) =>
  api(ctx).endpoints.update({ retailerId, endpointId, body });
const get = (endpointId: string) => api().endpoints.get({ retailerId, endpointId });
const refused = (code: string, ...pointers: string[]) => ({
  cause: { code, ...(pointers.length && { members: { errors: pointers.map((pointer) => ({ pointer })) } }) },
});
const following = (endpointId: string) =>
  t.ctx.db.prisma.deliveryFollowing.findMany({ where: { endpointId }, orderBy: { retailerId: "asc" } });

describe("a new endpoint", () => {
  it("has defaults, waits for its first call, and says from when it follows", async () => {
    const { secret, ...made } = await create();
    expect(secret).toMatch(/^[0-9a-f]{48}$/);
    const none = { failures: 0, failingSince: null, waitingStores: 0, waitingSince: null };
    expect(made).toMatchObject({ retailerId, url, description: null, actions: all, enabled: true, health: none });
    const everything = { retailerIds: null, storeIds: null, categories: null };
    expect(made).toMatchObject({ filter: everything, enhancedProductData: false });
    expect(made).toMatchObject({ status: "pending", warnings: [], followsFrom: t.ctx.now().toISOString(), version: 1 });
    expect(await get(made.id)).toEqual(made);
    expect(await following(made.id)).toMatchObject([{ retailerId, actions: all, storeIds: [] }]);
    const { pingDueAt } = await t.ctx.db.prisma.deliveryFollower.findUniqueOrThrow({ where: { endpointId: made.id } });
    expect(pingDueAt).toEqual(t.ctx.now());
  });

  it("follows only the stores and actions that it names", async () => {
    const actions = ["channel.update", "inventory.update", "channel.update"];
    const made = await create({ actions, filter: { storeIds: [storeId.toUpperCase(), storeId] }, description: " A " });
    expect(made).toMatchObject({ actions: ["inventory.update", "channel.update"], description: "A" });
    expect(made.filter).toEqual({ retailerIds: null, storeIds: [storeId], categories: null });
    expect(await following(made.id)).toMatchObject([{ actions: made.actions, storeIds: [storeId] }]);
  });

  it("takes no address that may not be called, and no ids of others", async () => {
    const other = await t.newPartner();
    const theirs = await t.retailer({}, t.asKey({ partnerId: other.partnerId, keyId: other.key.id }));
    const { id: second } = await t.retailer();
    const { id: elsewhere } = await t.store(second);
    for (const bad of ["http://127.0.0.1:80/", "https://localhost/", "https://user:word@93.184.216.34/", "ftp://x/"]) {
      await expect(create({ url: bad })).rejects.toMatchObject(refused("ValidationFailed", "/url"));
    }
    const foreign = create({ filter: { storeIds: [storeId, elsewhere, nothing] } });
    await expect(foreign).rejects.toMatchObject(
      refused("ValidationFailed", "/filter/storeIds/1", "/filter/storeIds/2"),
    );
    const ofRetailer = create({ filter: { retailerIds: [retailerId] } });
    await expect(ofRetailer).rejects.toMatchObject(refused("ValidationFailed", "/filter/retailerIds"));
    const ofPartner = createOfPartner({ filter: { retailerIds: [retailerId, theirs.id], storeIds: [elsewhere] } });
    await expect(ofPartner).rejects.toMatchObject(
      refused("ValidationFailed", "/filter/retailerIds/1", "/filter/storeIds/0"),
    );
    for (const unknown of ["categories", "signature"]) {
      await expect(create({ [unknown]: 1 })).rejects.toMatchObject(refused("ValidationFailed", `/${unknown}`));
    }
    const ofCategories = (categories: string[]) => create({ filter: { categories } });
    const wrong = (pointer: string) => refused("ValidationFailed", `/filter/categories${pointer}`);
    await expect(ofCategories([])).rejects.toMatchObject(wrong(""));
    await expect(ofCategories(["Shoes", " "])).rejects.toMatchObject(wrong("/1"));
    await expect(ofCategories(["a".repeat(751)])).rejects.toMatchObject(wrong("/0"));
    await expect(ofCategories(Array.from({ length: 101 }, String))).rejects.toMatchObject(wrong(""));
  });

  it("of a partner is made while one of its retailers is deleted", async () => {
    const { id } = await t.retailer();
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const made = await t.ctx.db.transaction("no shop", async (tx) => {
      await tx.prisma.deliveryFollowing.deleteMany({ where: { retailerId: id } });
      await tx.prisma.historyEntry.deleteMany({ where: { retailerId: id } });
      await tx.prisma.retailer.delete({ where: { id } });
      const call = createOfPartner();
      await expect.poll(() => t.ctx.db.query(waiting)).toHaveLength(1);
      return { call };
    });
    const { id: endpointId } = await made.call;
    const followed = await following(endpointId);
    expect(followed.map((row) => row.retailerId)).toContain(retailerId);
    expect(followed.map((row) => row.retailerId)).not.toContain(id);
  });

  it("of a partner follows its retailers, also new ones, of the kind of its key", async () => {
    const live = await createOfPartner();
    const test = await createOfPartner({}, t.asKey({ isTest: true }));
    const { id: later } = await t.retailer();
    const { id: testRetailer } = await t.retailer({}, t.asKey({ isTest: true }));
    const of = async (id: string) => (await following(id)).map((row) => row.retailerId);
    expect(await of(live.id)).toEqual(expect.arrayContaining([retailerId, later]));
    expect(await of(live.id)).not.toContain(testRetailer);
    expect(await of(test.id)).toEqual([testRetailer]);
    expect([live.isTest, test.isTest]).toEqual([false, true]);
  });
});

describe("only the owner", () => {
  it("sees an endpoint: other partners, other retailers and other kinds of keys get the error of a missing one", async () => {
    const [own, ofPartner] = [await create(), await createOfPartner()];
    const other = await t.newPartner();
    const stranger = t.asKey({ partnerId: other.partnerId, keyId: other.key.id });
    const { id: second } = await t.retailer();
    for (const [ctx, code, input] of [
      [stranger, "RetailerNotFound", { retailerId, endpointId: own.id }],
      [t.ctx, "EndpointNotFound", { retailerId: second, endpointId: own.id }],
      [t.ctx, "EndpointNotFound", { retailerId, endpointId: ofPartner.id }],
      [t.ctx, "EndpointNotFound", { retailerId, endpointId: "nothing" }],
    ] as const) {
      await expect(api(ctx).endpoints.get(input)).rejects.toMatchObject(refused(code));
      await expect(api(ctx).endpoints.update({ ...input, body: { enabled: false } })).rejects.toMatchObject(
        refused(code),
      );
      await expect(api(ctx).endpoints.remove(input)).rejects.toMatchObject(refused(code));
    }
    for (const ctx of [stranger, t.asKey({ isTest: true })]) {
      const input = { endpointId: ofPartner.id };
      await expect(api(ctx).partnerEndpoints.get(input)).rejects.toMatchObject(refused("EndpointNotFound"));
      expect((await api(ctx).partnerEndpoints.list({})).data.map(({ id }) => id)).not.toContain(ofPartner.id);
    }
    await expect(api().partnerEndpoints.get({ endpointId: own.id })).rejects.toMatchObject(refused("EndpointNotFound"));
  });

  it("is asked: a key limited to retailers, and an owner of a shop, reach no endpoint of the partner", async () => {
    const { id } = await createOfPartner();
    const limited = t.asKey({ retailerIds: new Set([retailerId]) });
    const roles = new Map([[retailerId, "owner" as const]]);
    const owner = t.as({ kind: "staff", userId: "u", name: "Olivia", roles });
    for (const ctx of [limited, owner]) {
      for (const call of [
        api(ctx).partnerEndpoints.list({}),
        api(ctx).partnerEndpoints.get({ endpointId: id }),
        createOfPartner({}, ctx),
      ]) {
        await expect(call).rejects.toMatchObject(refused("InsufficientScope"));
      }
    }
    expect((await create({}, limited)).retailerId).toBe(retailerId);
  });
});

describe("a change", () => {
  it("is a merge patch: what is missing stays, and null sets the default", async () => {
    const { secret: _, ...made } = await create({
      description: "Cache",
      actions: ["channel.update"],
      filter: { storeIds: [storeId] },
    });
    const off = await update(made.id, { enabled: false, enhancedProductData: true });
    expect(off).toEqual({ ...made, enabled: false, enhancedProductData: true, version: 2 });
    const back = await update(made.id, { description: null, actions: null, filter: { storeIds: null } });
    expect(back).toMatchObject({
      description: null,
      actions: all,
      filter: made.filter && { storeIds: null },
      version: 3,
    });
    expect(await following(made.id)).toMatchObject([{ actions: all, storeIds: [] }]);
  });

  it("of the address or the secret is possible a thousand times, because attempts name each of them", async () => {
    const { id: endpointId } = await create();
    const urls = Array.from({ length: 1_000 }, () => url);
    await t.ctx.db.prisma.webhookEndpoint.updateMany({ where: { id: endpointId }, data: { urls } });
    const moved = update(endpointId, { url: `${url}/new` });
    await expect(moved).rejects.toMatchObject({ cause: { code: "QuotaExceeded", members: { limit: 1_000 } } });
    const rotated = api().endpoints.rotateSecret({ retailerId, endpointId, body: {} });
    await expect(rotated).rejects.toMatchObject(refused("QuotaExceeded"));
    expect(await update(endpointId, { url, description: "Same" })).toMatchObject({ url, description: "Same" });
  });

  it("of the categories keeps the rest of the filter", async () => {
    const { secret: _, ...made } = await create({
      filter: { storeIds: [storeId], categories: [" Shoes ", "Hats", "Hats"] },
    });
    expect(made.filter).toEqual({ retailerIds: null, storeIds: [storeId], categories: ["Shoes", "Hats"] });
    const changed = await update(made.id, { filter: { categories: ["Hats"] } });
    expect(changed).toMatchObject({ filter: { storeIds: [storeId], categories: ["Hats"] }, version: 2 });
    const all = await update(made.id, { filter: { categories: null } });
    expect(all).toMatchObject({ filter: { storeIds: [storeId], categories: null }, version: 3 });
  });

  it("to the values that it has, and a record that is sent back, change nothing", async () => {
    const { secret: _, ...made } = await create({ filter: { storeIds: [storeId] } });
    expect(await update(made.id, made)).toEqual(made);
    expect(await update(made.id, { url, enabled: true })).toEqual(made);
    await expect(update(made.id, { secret: canary("webhook") })).rejects.toMatchObject(
      refused("ValidationFailed", "/secret", ""),
    );
  });

  it("takes a filter back after its store was deleted, and no other filter with that store", async () => {
    const { storeId: gone, ids } = await t.store(retailerId).then((store) => ({ ...store, storeId: store.id }));
    const { secret: _, ...made } = await create({ filter: { storeIds: [gone] } });
    await api().stores.delete(ids);
    expect(await update(made.id, { ...made, description: "A" })).toMatchObject({
      description: "A",
      filter: made.filter,
    });
    await expect(update(made.id, { filter: { storeIds: [gone, storeId] } })).rejects.toMatchObject(
      refused("ValidationFailed", "/filter/storeIds/0"),
    );
  });

  it("of the address waits for its first call again, and ends the warnings", async () => {
    const { id } = await create();
    const warnings = [{ id: "WebhookEndpointFailing", message: "It fails." }];
    await t.ctx.db.prisma.webhookEndpoint.update({ where: { id }, data: { status: "connected", warnings } });
    await t.ctx.db.prisma.deliveryFollower.update({
      where: { endpointId: id },
      data: { pingDueAt: null, failures: 12, failingSince: t.ctx.now() },
    });
    const next = "https://93.184.216.34/next";
    const moved = await update(id, { url: next });
    expect(moved).toMatchObject({ url: next, status: "pending", warnings: [], health: { failures: 0 } });
    const follower = await t.ctx.db.prisma.deliveryFollower.findUniqueOrThrow({ where: { endpointId: id } });
    expect(follower).toMatchObject({ pingDueAt: t.ctx.now(), failingSince: null });
  });

  it("compares the version of If-Match", async () => {
    const { id } = await create();
    const stale = { ...t.ctx, ifMatch: new Set([7]) };
    await expect(update(id, { enabled: false }, stale)).rejects.toMatchObject(refused("PreconditionFailed"));
    await expect(api(stale).endpoints.remove({ retailerId, endpointId: id })).rejects.toMatchObject(
      refused("PreconditionFailed"),
    );
    expect(await update(id, { enabled: false }, { ...t.ctx, ifMatch: new Set([1]) })).toMatchObject({ version: 2 });
  });

  it("leaves an entry in the history of the retailer, without the secret", async () => {
    const { id, secret } = await create();
    await update(id, { enabled: false });
    await api().endpoints.rotateSecret({ retailerId, endpointId: id, body: { secret: canary("webhook") } });
    await api().endpoints.remove({ retailerId, endpointId: id });
    const { data } = await api().history.list({ retailerId });
    const mine = data.filter(({ target }) => target.id === id);
    expect(mine.map(({ action }) => action)).toEqual(
      ["delete", "rotate", "update", "create"].map((act) => `endpoint.${act}`),
    );
    expect(mine[2]).toMatchObject({
      target: { type: "endpoint" },
      before: { enabled: true },
      after: { enabled: false },
    });
    expect(JSON.stringify(mine)).not.toContain(secret);
  });
});

describe("a deleted endpoint", () => {
  it("follows nothing, and is gone with its retailer", async () => {
    const { id } = await create();
    await api().endpoints.remove({ retailerId, endpointId: id });
    await expect(get(id)).rejects.toMatchObject(refused("EndpointNotFound"));
    const shop = await t.retailer();
    const { id: second } = await api().endpoints.create({ retailerId: shop.id, body: { url } });
    await api().retailers.delete({ retailerId: shop.id });
    for (const endpointId of [id, second]) {
      expect(await following(endpointId)).toEqual([]);
      expect(await t.ctx.db.prisma.deliveryFollower.count({ where: { endpointId } })).toBe(0);
    }
  });
});
