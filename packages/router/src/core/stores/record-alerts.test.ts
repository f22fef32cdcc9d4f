import { ENDPOINT_FAILING } from "@highstreet/delivery";
import { createTestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, expect, test } from "vitest";
import { newAdsShop } from "../../../tests/local-ads/ads-shop.ts";
import { disconnectSilentSources } from "../../features/sources/disconnect-silent-sources.ts";
import { createCaller } from "../../router.ts";
import type { ChannelId, Warning } from "../channels/channel.schema.ts";
import { newChannel, readChannel, saveChannel } from "../channels/index.ts";
import { lockStores } from "../log/index.ts";
import { endpointMessage, nameInMessage, recordAlerts } from "./record-alerts.ts";

const t = await createTestContext();
afterAll(() => t.close());
const api = createCaller(t.ctx);
type Ids = { retailerId: string; storeId: string };

/** The problems that last, with their messages. */
async function open({ retailerId, storeId }: Ids): Promise<Record<string, string>> {
  const rows = await t.ctx.db.prisma.alert.findMany({ where: { retailerId, storeId, closedAt: null } });
  return Object.fromEntries(rows.map(({ kind, message }) => [kind, message]));
}
const newStore = async () => (await t.store((await t.retailer()).id)).ids;
async function* file(count: number) {
  const lines = Array.from({ length: count }, (_, n) => `B-${n},1,1`);
  yield Buffer.from(["barcode,price,quantity", ...lines].join("\n"));
}
const save = (ids: Ids, channel: ChannelId, status: "connected" | "pending", warnings: Warning[]) =>
  t.ctx.db.transaction(ids, async (tx) => {
    await lockStores(tx, ids.retailerId, [ids.storeId]);
    const before = await readChannel(tx, ids, channel);
    const row = { ...(before ?? newChannel(ids, channel, t.ctx.now())), status, warnings };
    await saveChannel(tx, before, row, "worker", t.ctx.now());
  });

test("a held file is a problem until it is discarded or a good file arrives", async () => {
  const ids = await newStore();
  const put = (count: number) => api.inventory.putStock({ ...ids, mode: "replace", feed: file(count) });
  await put(30);
  const { id } = await put(1);
  expect((await open(ids)).file_held).toContain("30");
  await api.inventory.discardIngest({ ...ids, ingestId: id });
  expect(await open(ids)).toEqual({});
  await put(2);
  expect(await open(ids)).toHaveProperty("file_held");
  await put(29);
  expect(await open(ids)).toEqual({});
});

test("a till is silent until it sends; a person who disconnects it causes no alert", async () => {
  const [silent, left] = [await newStore(), await newStore()];
  const send = (ids: Ids) => api.inventory.patchStock({ ...ids, body: [{ barcode: "1", price: 1, quantity: 1 }] });
  await send(silent);
  await send(left);
  await api.inventory.disconnect(left);
  t.advance(48 * 3_600_000);
  await disconnectSilentSources(t.asSystem());
  expect(await open(silent)).toHaveProperty("till_silent");
  expect(await open(left)).toEqual({});
  await send(silent);
  expect(await open(silent)).toEqual({});
});

test("a failing endpoint is a problem until it answers, or the channel is removed", async () => {
  const ids = await newStore();
  const parameters = { webhookUrl: "https://93.184.216.34/", secret: canary("webhook") };
  await api.channels.enable({ ...ids, body: { type: "webhooks", parameters } });
  const failing: Warning[] = [{ id: ENDPOINT_FAILING, message: "It fails." }];
  await save(ids, "webhooks", "connected", failing);
  expect(await open(ids)).toEqual({ endpoint_failing: "It fails." });
  await save(ids, "webhooks", "connected", []);
  expect(await open(ids)).toEqual({});
  await save(ids, "webhooks", "connected", failing);
  await api.channels.remove({ ...ids, type: "webhooks" });
  expect(await open(ids)).toEqual({});
});

test("the message of an endpoint keeps its name, whatever the name and the warning say", () => {
  for (const description of ["Tills", "Tills: the north: A"])
    for (const message of ["It fails.", "It fails: 503. Reason: busy."]) {
      const said = endpointMessage({ description, urls: ["https://a.example/x"] }, { message });
      expect([nameInMessage(said), said]).toEqual([description, expect.stringContaining("It fails")]);
    }
});

test("a connected channel that loses access is a problem until it is connected; one in set-up is none", async () => {
  const ids = await newStore();
  const wait: Warning[] = [{ id: "AwaitingSearchBusinessAccess", message: "Invite our account." }];
  await save(ids, "search", "pending", wait);
  expect(await open(ids)).toEqual({});
  await save(ids, "search", "connected", []);
  await save(ids, "search", "pending", wait);
  expect(await open(ids)).toEqual({ access_lost: "Invite our account." });
  await save(ids, "search", "pending", [{ id: "StoreNotMatched", message: "Another step." }]);
  expect(await open(ids)).toHaveProperty("access_lost");
  await save(ids, "search", "connected", []);
  expect(await open(ids)).toEqual({});
});

test("each change of the ads budget is noted, and a call that changes nothing is not", async () => {
  const ids = await newAdsShop(t);
  const enable = (dailyBudget: number) =>
    api.channels.enable({ ...ids, body: { type: "local_ads", parameters: { dailyBudget } } });
  const noted = async () => t.ctx.db.prisma.alert.findFirstOrThrow({ where: ids });
  await enable(10);
  const { id, message } = await noted();
  expect(message).toMatch(/^The daily budget becomes £10\.00 on 2026-\d\d-\d\d\.$/);
  await enable(10);
  expect((await noted()).id).toBe(id);
  await enable(12.5);
  expect((await noted()).message).toContain("£12.50");
});

test("a deleted store takes its alerts along, a deleted retailer its settings and webhook", async () => {
  const ids = await newStore();
  await t.ctx.db.transaction(ids, async (tx) => {
    await recordAlerts(tx, ids, [{ kind: "file_held", message: "Held." }], t.ctx.now());
  });
  const { retailerId } = ids;
  await api.alerts.saveWebhook({ retailerId, url: "https://93.184.216.34/" });
  await t.ctx.db.prisma.user.create({ data: { id: "u", name: "U", email: "u@shop.example" } });
  await t.ctx.db.prisma.alertSetting.create({ data: { retailerId, userId: "u", timings: {} } });
  await api.stores.delete(ids);
  expect(await open(ids)).toEqual({});
  await api.retailers.delete({ retailerId });
  expect(await t.ctx.db.prisma.alertSetting.count({ where: { retailerId } })).toBe(0);
  expect(await t.ctx.db.prisma.alertWebhook.count({ where: { retailerId } })).toBe(0);
});
