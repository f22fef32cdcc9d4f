import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enabledChannels } from "../../core/channels/index.ts";
import { createCaller } from "../../router.ts";

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

const api = () => createCaller(test.ctx);
const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: { cause: { code: string; members: { errors?: { pointer: string }[] } } }) => ({
      code: error.cause.code,
      pointers: error.cause.members.errors?.map(({ pointer }) => pointer),
    }),
  );

describe("enableChannel", () => {
  it.each([
    [{ type: "fax", parameters: {} }, "UnknownChannel", ["/type"]],
    [{ parameters: {} }, "ValidationFailed", ["/type"]],
    [{ type: "search" }, "ValidationFailed", ["/parameters"]],
    [{ type: "search", parameters: { locationId: "x1" } }, "ValidationFailed", ["/parameters/locationId"]],
    [
      { type: "search", parameters: { locationId: "1", storecode: "a" } },
      "ValidationFailed",
      ["/parameters/storecode"],
    ],
    [{ type: "search", parameters: { locationId: "1" }, status: "connected" }, "ValidationFailed", ["/status"]],
    [{ type: "local-ads", parameters: { dailyBudget: 0.99 } }, "ValidationFailed", ["/parameters/dailyBudget"]],
    [{ type: "local-ads", parameters: { dailyBudget: 10_000.01 } }, "ValidationFailed", ["/parameters/dailyBudget"]],
    [{ type: "local-ads", parameters: { dailyBudget: 1.005 } }, "ValidationFailed", ["/parameters/dailyBudget"]],
    [{ type: "local-ads", parameters: { dailyBudget: "5" } }, "ValidationFailed", ["/parameters/dailyBudget"]],
    [
      { type: "webhook", parameters: { enhancedProductData: 1 } },
      "ValidationFailed",
      ["/parameters/webhookUrl", "/parameters/secret", "/parameters/enhancedProductData"],
    ],
  ])("refuses %j", async (body, code, pointers) => {
    const { id } = await test.retailer();
    const { ids } = await test.store(id);
    expect(await errorOf(api().channels.enable({ ...ids, body: body as never }))).toEqual({ code, pointers });
    expect(await api().channels.list(ids)).toEqual([]);
  });

  it("ignores the parameters that the service sets itself", async () => {
    const { id } = await test.retailer();
    const { ids } = await test.store(id);
    const { channel } = await api().channels.enable({
      ...ids,
      body: { type: "search", id: "search", parameters: { locationId: "77", businessAccountId: "x", storeCode: "" } },
    });
    expect(channel.parameters).toMatchObject({ locationId: "77", storeCode: null });
    expect(channel.parameters.businessAccountId).not.toBe("x");
  });

  it.each(["google", "google-mc"] as const)("takes %s for search, and says what the shop has to do", async (type) => {
    const { id } = await test.retailer();
    const { ids } = await test.store(id);
    const body = { type, parameters: { locationId: type === "google" ? "81" : "82" } };
    const { channel } = await api().channels.enable({ ...ids, body });
    expect(channel).toMatchObject({ id: "search", channel: { id: "search" } });
    expect(channel.nextSteps).toEqual({ id: "invite-account", label: channel.warnings[0]?.message });
    expect(channel.nextSteps?.label).toContain("Invite our account");
    expect(await api().channels.get({ ...ids, type })).toEqual(channel);
  });

  it("stores a location without leading zeros, so that it cannot serve two stores", async () => {
    const { id } = await test.retailer();
    const [one, two] = [await test.store(id), await test.store(id, { name: "Second" })];
    const enable = (ids: typeof one.ids, locationId: string) =>
      api().channels.enable({ ...ids, body: { type: "search", parameters: { locationId } } });
    const first = await enable(one.ids, "00080");
    expect(first.channel.parameters).toMatchObject({ locationId: "80" });
    expect(await enable(one.ids, "80")).toMatchObject({
      created: false,
      channel: { parameters: { locationId: "80" } },
    });
    const changed = await api().channels.update({
      ...one.ids,
      type: "search",
      body: { parameters: { locationId: "0080" } },
    });
    expect(changed.parameters).toMatchObject(first.channel.parameters);
    await enable(two.ids, "080");
    const where = { retailerId: id };
    const setups = await test.ctx.db.prisma.searchSetup.findMany({ where, select: { locationId: true } });
    expect(setups).toEqual([{ locationId: "80" }, { locationId: "80" }]);
    expect((await enable(one.ids, "000")).channel.parameters).toMatchObject({ locationId: "0" });
  });

  it("needs access to the retailer and the scope to write", async () => {
    const { id } = await test.retailer();
    const { ids } = await test.store(id);
    const other = await test.newPartner();
    const body = { type: "search" as const, parameters: { locationId: "78" } };
    const stranger = createCaller(test.asKey({ partnerId: other.partnerId }));
    expect((await errorOf(stranger.channels.enable({ ...ids, body })))?.code).toBe("RetailerNotFound");
    expect((await errorOf(stranger.channels.list(ids)))?.code).toBe("RetailerNotFound");
    const reader = createCaller(test.asKey({ scopes: new Set(["channels:read"]) }));
    expect((await errorOf(reader.channels.enable({ ...ids, body })))?.code).toBe("InsufficientScope");
  });

  it("makes a pending channel available for product edits of the store and of the retailer", async () => {
    const { id } = await test.retailer();
    const [one, two] = [await test.store(id), await test.store(id, { name: "Second" })];
    await api().channels.enable({ ...one.ids, body: { type: "search", parameters: { locationId: "79" } } });
    expect([...(await enabledChannels(test.ctx.db, id, one.id))]).toEqual(["search"]);
    expect([...(await enabledChannels(test.ctx.db, id, two.id))]).toEqual([]);
    expect([...(await enabledChannels(test.ctx.db, id, null))]).toEqual(["search"]);
  });
});
