import { afterAll, beforeEach, expect, test } from "vitest";
import { createAlertShop } from "../../../tests/alerts/alert-shop.ts";
import { createCaller } from "../../router.ts";
import { deliveryHost } from "../webhooks/index.ts";
import { callAlertWebhooks } from "./call-alert-webhooks.ts";

const t = await createAlertShop();
afterAll(() => t.close());
const api = createCaller(t.ctx);
const retailerId = t.shop.id;
const url = "https://93.184.216.34/all";
let endpointId: string;
beforeEach(async () => {
  t.advance(2 * 3_600_000);
  const { data } = await api.endpoints.list({ retailerId, page: { size: 10 } });
  for (const { id } of data) await api.endpoints.remove({ retailerId, endpointId: id });
  endpointId = (await api.endpoints.create({ retailerId, body: { url, description: "Tills" } })).id;
});

const host = deliveryHost(t.ctx);
const epoch = async (): Promise<number> =>
  Number((await t.ctx.db.prisma.deliveryFollower.findUniqueOrThrow({ where: { endpointId } })).leaseEpoch);
const warn = async (isFailing: boolean) => host.warnOfFailingEndpoint({ endpointId, epoch: await epoch() }, isFailing);
const ping = async (isAccepted: boolean) => {
  const done = { isAccepted, tries: 1, dueAt: isAccepted ? null : t.ctx.now() };
  return host.settleEndpointPing({ endpointId, epoch: await epoch() }, done);
};
/** The alerts about the endpoint that last. */
const open = async () =>
  (await t.ctx.db.prisma.alert.findMany({ where: { retailerId, subject: endpointId, closedAt: null } })).map(
    ({ kind, message }) => [kind, message],
  );
const failing = [["endpoint_failing", expect.stringMatching(/^Tills: The address did not accept our last calls/)]];

test("an endpoint that fails is a problem until a call is accepted", async () => {
  await ping(true);
  expect(await open()).toEqual([]);
  await warn(true);
  expect(await open()).toEqual(failing);
  await warn(false);
  expect(await open()).toEqual([]);
});

test("an endpoint that is not verified is a problem until its first call is accepted", async () => {
  await ping(false);
  expect(await open()).toEqual([["endpoint_failing", expect.stringContaining("has not accepted our first call")]]);
  await ping(true);
  expect(await open()).toEqual([]);
});

const ends: Record<string, () => Promise<unknown>> = {
  "its end by a new address": () =>
    api.endpoints.update({ retailerId, endpointId, body: { url: "https://93.184.216.34/next" } }),
  "its end by turning it off": () => api.endpoints.update({ retailerId, endpointId, body: { enabled: false } }),
  "its end by deleting it": () => api.endpoints.remove({ retailerId, endpointId }),
};

test.each(Object.entries(ends))("the problem of an endpoint has %s", async (_, end) => {
  await warn(true);
  expect(await open()).toEqual(failing);
  await end();
  expect(await open()).toEqual([]);
});

test("an endpoint that is turned on again while it fails is a problem again", async () => {
  await warn(true);
  for (const enabled of [false, true]) await api.endpoints.update({ retailerId, endpointId, body: { enabled } });
  expect(await open()).toEqual(failing);
});

test("the e-mail, the webhook, the news and the tasks name the endpoint, for people of the whole shop", async () => {
  const olga = createCaller((await t.join("olga@shop.example", "owner")).ctx);
  const vic = createCaller((await t.join("vic@shop.example", "viewer", retailerId, [t.ids.storeId])).ctx);
  await api.alerts.saveWebhook({ retailerId, url: "https://93.184.216.34/alerts" });
  await warn(true);
  await t.announce();
  const [mail] = await t.mails();
  expect(mail?.subject).toBe("Webhook address failing: Tills, Corner Shop");
  expect(mail?.text).toMatch(/^Webhook address failing: Tills, .*\nThe address did not accept our last calls\./);
  const { calls, ctx } = t.workerWith(204);
  await callAlertWebhooks(ctx);
  expect(calls.map(({ body }) => JSON.parse(body).data)).toMatchObject([{ channel: null, endpointId, store: null }]);
  const tasks = async (who: typeof api) => (await who.overview.tasks({ retailerId })).data;
  const news = async (who: typeof api) => (await who.alerts.news({ retailerId })).data;
  const isAbout = (one: { endpointId: string | null }) => one.endpointId === endpointId;
  const reason = expect.objectContaining({ code: "WebhookEndpointFailing" });
  expect((await tasks(olga)).filter(isAbout)).toMatchObject([{ endpointId, endpointName: "Tills", reason }]);
  expect((await news(olga)).filter(isAbout)).toMatchObject([
    { kind: "endpoint_failing", endpointName: "Tills", isOver: false, channel: null },
  ]);
  expect([...(await tasks(vic)), ...(await news(vic))].filter(isAbout)).toEqual([]);
});

test.each([
  ["Tills: north", "fails", warn],
  [null, "is not verified", ping],
] as const)("the news of a deleted endpoint %j that %s keep its name", async (description, _, note) => {
  const olga = createCaller((await t.join(`${description?.length}@shop.example`, "owner")).ctx);
  const news = async () => (await olga.alerts.news({ retailerId })).data.filter((row) => row.endpointId === endpointId);
  await api.endpoints.update({ retailerId, endpointId, body: { description } });
  await note(note === warn);
  const endpointName = description ?? "93.184.216.34";
  expect(await news()).toMatchObject([{ endpointName, isGone: false, isOver: false }]);
  await api.endpoints.remove({ retailerId, endpointId });
  expect(await news()).toMatchObject([{ endpointName, isGone: true, isOver: true }]);
});

test("an endpoint without a description is named by its host, in an e-mail without a sentence in English", async () => {
  const { userId } = await t.join("otto@shop.example", "owner");
  await t.ctx.db.prisma.user.update({ where: { id: userId }, data: { language: "de" } });
  const body = { description: null, url: `${url}?token=hidden` };
  await api.endpoints.update({ retailerId, endpointId, body });
  await warn(true);
  await t.announce();
  const mail = (await t.mails()).find(({ to }) => to === "otto@shop.example");
  expect(mail?.text).toMatch(/^Webhook-Adresse antwortet nicht richtig: 93\.184\.216\.34, /);
  expect(mail?.text).not.toMatch(/address|hidden/);
  expect(await open()).toEqual([["endpoint_failing", expect.not.stringContaining("hidden")]]);
});
