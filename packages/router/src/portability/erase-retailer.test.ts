import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { saveAlertWebhook } from "../features/alerts/save-alert-webhook.ts";
import { createStaffMember } from "../features/staff/index.ts";
import { newId } from "../kernel/ids.ts";
import { createCaller } from "../router.ts";
import { tenantTables } from "./erase-retailer.sql.ts";
import { eraseRetailer } from "./erase-retailer.ts";
import { exportRetailer } from "./export-retailer.ts";
import { importRetailer } from "./import-retailer.ts";

let t: TestContext;
beforeAll(async () => {
  t = await createTestContext();
});
afterAll(() => t.close());

const api = () => createCaller(t.ctx);
async function* bytes(text: string) {
  yield Buffer.from(text);
}
const PLACE = "4503599627370497001";

let ids: { retailerId: string; storeId: string };
let second: { retailerId: string; storeId: string };
beforeEach(async () => {
  const { id: retailerId } = await t.retailer({ name: "Gifts" });
  ({ ids } = await t.store(retailerId, { name: "One", externalId: "one", latitude: 51.5, longitude: -0.1 }));
  ({ ids: second } = await t.store(retailerId, { name: "Two" }));
  await api().products.putFeed({
    retailerId,
    feed: bytes(`barcode,title,image,groupid\n1,"A ""b""",https://x.example/a.png|https://x.example/b.png,g\n2,B,,`),
  });
  const lines = Array.from({ length: 60 }, (_, n) => `${n + 1},${n}.50,${n}.5,Own ${n}`).join("\n");
  const feed = () => bytes(`barcode,price,quantity,title\n${lines}\nbad line,x,x,`);
  await api().inventory.putStock({ ...ids, mode: "replace", feed: feed() });
  await api().inventory.putStock({ ...second, mode: "replace", feed: feed() });
  await api().customizations.edit({ retailerId, barcode: "1", body: { hidden: true } });
  await api().customizations.post({ ...second, body: { barcode: "2", hidden: false } });
  const period = { until: "2150-12-31", weekdays: ["sunday", "monday"] };
  const when = { all: [{ price: { under: 3 } }, { store: { is: [ids.storeId] } }] };
  const rule = { name: "Cheap", when, effect: { notIn: ["search"] }, period };
  await createCaller(t.asSystem()).rules.create({ retailerId, body: rule } as never);
  const parameters = { webhookUrl: "https://1.1.1.1/", secret: canary("webhook") };
  await api().channels.enable({ ...ids, body: { type: "webhooks", parameters } });
  await api().endpoints.create({ retailerId, body: { url: "https://1.1.1.1/", filter: { storeIds: [ids.storeId] } } });
  await saveAlertWebhook(t.ctx, { retailerId, url: "https://1.1.1.1/" });
  await api().connections.save({
    retailerId,
    body: { connector: "square", credential: { accessToken: "EAAA" } },
  } as never);
});

const addStaff = (email: string, retailerId = ids.retailerId) =>
  createStaffMember(t.asSystem(), { retailerId, name: email, email, password: canary("password"), role: "owner" });

/** Writes one row for the retailer into each table that has none, where the table's columns allow it. */
async function tablesOf(retailerId: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of await t.ctx.db.query<{ name: string }>(tenantTables)) {
    if ((await t.ctx.db.query(`SELECT FROM ${name} WHERE retailer_id = $1 LIMIT 1`, [retailerId])).length)
      found.push(name);
  }
  return found;
}

describe("a deleted retailer", () => {
  test("leaves no row in any table, and no account of a person without another role", async () => {
    const { retailerId, storeId } = ids;
    const { prisma } = t.ctx.db;
    const now = t.ctx.now();
    // The rows of a search channel and of ads that run, as the worker writes them.
    await prisma.channel.createMany({
      data: (["search", "local_ads"] as const).map((channel) => ({
        ...{ ...ids, channel, status: "connected" as const, createdAt: now, updatedAt: now, dailyBudget: 500 },
      })),
    });
    await prisma.searchSetup.create({ data: { ...ids, locationId: PLACE } });
    await prisma.searchLocation.create({ data: { ...ids, locationId: PLACE, claimedAt: now } });
    await prisma.publication.create({ data: { ...ids, dueAt: now, problemsDueAt: now } });
    await prisma.listing.create({ data: { ...ids, itemKey: "1", state: "waiting", updatedAt: now } });
    await prisma.budgetChange.create({ data: { ...ids, localDate: now, budget: 500, activatesAt: now } });
    const campaign = {
      storeId,
      merchantId: "1",
      dailyBudget: 500,
      area: { latitude: 51.5, longitude: -0.1, miles: 3 },
    };
    const campaignId = await t.ctx.providers.ads.createCampaign(campaign as never);
    await prisma.adsCampaign.create({ data: { ...ids, campaignId, sentBudget: 500, sentArea: campaign.area } });
    await prisma.mail.create({
      data: {
        id: newId(now),
        kind: "alerts",
        recipient: "only@shop.example",
        subjectId: retailerId,
        dueAt: now,
        createdAt: now,
      },
    });
    const only = await addStaff("only@shop.example");
    const both = await addStaff("both@shop.example");
    const other = await t.retailer({ name: "Other" });
    await addStaff("both@shop.example", other.id);
    await prisma.session.create({ data: { id: "s", token: "s", userId: only, expiresAt: now } });
    await prisma.staffInvitation.create({
      data: {
        ...{ partnerId: t.partner.partnerId, retailerId, role: "viewer", id: newId(now) },
        email: "new@shop.example",
        invitedBy: "x",
        expiresAt: now,
        createdAt: now,
      },
    });
    const before = await tablesOf(retailerId);
    expect(before.length).toBeGreaterThan(24);

    const counts = await eraseRetailer(t.asSystem(), { retailerId });
    expect(Object.keys(counts)).toEqual(before);
    expect(counts).toMatchObject({ store: 2, stock_item: 120 });
    expect(await tablesOf(retailerId)).toEqual([]);
    expect(await prisma.retailer.count({ where: { id: retailerId } })).toBe(0);
    expect(await prisma.user.findMany({ select: { id: true } })).toEqual([{ id: both }]);
    expect(await prisma.session.count()).toBe(0);
    expect(await prisma.mail.count()).toBe(0);
    expect(await t.ctx.providers.ads.readCampaign(campaignId)).toMatchObject({ status: "paused" });
    expect(await tablesOf(other.id)).not.toEqual([]);
  });

  test("stays with its counts in a dry run, and only the system deletes it", async () => {
    const { retailerId } = ids;
    const before = await tablesOf(retailerId);
    expect(Object.keys(await eraseRetailer({ ...t.asSystem(), isDryRun: true }, { retailerId }))).toEqual(before);
    expect(await tablesOf(retailerId)).toEqual(before);
    await expect(eraseRetailer(t.ctx, { retailerId })).rejects.toMatchObject({ code: "InsufficientScope" });
    await expect(eraseRetailer(t.asSystem(), { retailerId: newId(t.ctx.now()) })).rejects.toMatchObject({
      code: "RetailerNotFound",
    });
  });

  test("waits for a provider that does not answer, and goes with the next call", async () => {
    await t.ctx.db.prisma.searchLocation.create({
      data: { ...ids, locationId: PLACE, claimedAt: t.ctx.now(), isGivenUp: true },
    });
    const system = t.asSystem();
    const search = { ...system.providers.search, giveUpAccess: () => Promise.reject(new Error("no answer")) };
    const silent = { ...system, providers: { ...system.providers, search } };
    await expect(eraseRetailer(silent as never, ids)).rejects.toMatchObject({ code: "Unavailable" });
    await eraseRetailer(system, ids);
    expect(await tablesOf(ids.retailerId)).toEqual([]);
  });
});

describe("an exported retailer", () => {
  async function linesOf(retailerId: string): Promise<string[]> {
    const lines: string[] = [];
    for await (const line of exportRetailer(t.asSystem(), { retailerId })) lines.push(JSON.stringify(line));
    return lines;
  }
  const open = (lines: string[]) =>
    async function* () {
      yield* lines;
    };
  /** The export without the ids of retailer and stores. */
  const comparable = (lines: string[]): string[] => {
    const found = lines.slice(1).map((line) => JSON.parse(line));
    const names = new Map(found.filter(({ type }) => type === "store").map(({ id, body }) => [id, body.name]));
    return found
      .filter(({ type }) => type !== "connect" && type !== "end")
      .map(({ id: _, storeId, ...line }) => {
        // Without a channel, a product that was limited to channels is hidden.
        const { channels, ...body } = line.body ?? {};
        const text = JSON.stringify({ ...line, body: { ...body, ...(channels && { hidden: true }) }, storeId });
        return text.replaceAll(/[0-9a-f-]{36}/g, (id) => names.get(id) ?? id);
      })
      .toSorted();
  };

  test("is the same after an import under new ids, also twice, and for another partner", async () => {
    await addStaff("ann@shop.example");
    const limited = { ...ids, barcode: "3" };
    await api().customizations.edit({ ...limited, body: { channels: ["webhooks"] } });
    await api().customizations.edit({
      ...second,
      barcode: "2",
      body: { for: { search: { title: "Two for Google" } } },
    });
    await api().inventory.patchStock({ ...second, body: [{ barcode: "1", availability: "low stock" }] });
    await api().stores.update({ ...second, body: { pickup: { method: "buy", time: "same_day" } } });
    const lines = await linesOf(ids.retailerId);
    const { partnerId } = await t.newPartner();
    const found = [];
    for (const to of [partnerId, t.partner.partnerId]) {
      const made = await importRetailer(t.asSystem(), { partnerId: to, open: open(lines) });
      expect(made).toMatchObject({ products: 2, items: 120, customizations: 3, hidden: 1, staff: 1, rejected: 0 });
      expect(made.connect.map(({ what }) => what)).toContain("channel webhooks");
      expect(comparable(await linesOf(made.retailerId ?? ""))).toEqual(comparable(lines));
      found.push(made.retailerId, ...Object.values(made.storeIds));
    }
    expect(new Set([...found, ids.retailerId, ids.storeId, second.storeId]).size).toBe(9);
  });

  test("has no secret", async () => {
    const text = (await linesOf(ids.retailerId)).join("\n");
    for (const secret of [canary("webhook"), "EAAA"]) expect(text).not.toContain(secret);
  });

  test("is refused as a whole if a line is wrong, and an import that fails leaves nothing", async () => {
    const lines = await linesOf(ids.retailerId);
    const { partnerId } = await t.newPartner();
    const count = () => t.ctx.db.prisma.retailer.count({ where: { partnerId } });
    const from = (wrong: string[]) => importRetailer(t.asSystem(), { partnerId, open: open(wrong) });
    await expect(from(lines.slice(0, -1))).rejects.toThrow("The file ends too early");
    await expect(from(lines.toSpliced(5, 1))).rejects.toThrow("The file ends too early");
    await expect(from(["{}", ...lines])).rejects.toThrow("Line 1 is not a line of an exported retailer");
    await expect(from(["PK", ...lines])).rejects.toThrow("Line 1 is not JSON");
    await expect(from([lines[1] ?? "", ...lines])).rejects.toThrow("wrong place");
    const unknown = lines.map((line) =>
      line.replace('"customization","storeId":null', `"customization","storeId":"x"`),
    );
    await expect(from(unknown)).rejects.toThrow("names the store x");
    await expect(importRetailer(t.asSystem(), { partnerId: newId(t.ctx.now()), open: open(lines) })).rejects.toThrow(
      "names no partner",
    );
    expect(await count()).toBe(0);
  });
});
