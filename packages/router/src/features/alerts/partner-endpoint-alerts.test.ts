import { lockRows } from "@highstreet/router/testing";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createAlertShop } from "../../../tests/alerts/alert-shop.ts";
import { createCaller } from "../../router.ts";
import { deliveryHost } from "../webhooks/index.ts";
import { announceAlerts } from "./announce-alerts.ts";
import { callAlertWebhooks } from "./call-alert-webhooks.ts";

const t = await createAlertShop();
afterAll(() => t.close());
const api = createCaller(t.ctx);
const { prisma } = t.ctx.db;
const HOUR = 3_600_000;
const url = "https://93.184.216.34/all";
const pat = await t.join("pat@partner.example", "partner");
const paula = await t.join("paula@partner.example", "partner");
const olga = await t.join("olga@shop.example", "owner");
let endpointId: string;
beforeEach(async () => {
  t.advance(2 * HOUR);
  await prisma.mail.deleteMany();
  for (const { id } of (await api.partnerEndpoints.list({ page: { size: 10 } })).data)
    await api.partnerEndpoints.remove({ endpointId: id });
  endpointId = (await api.partnerEndpoints.create({ body: { url, description: "All tills" } })).id;
});

const host = deliveryHost(t.ctx);
const leaseOf = async (id: string) => {
  const { leaseEpoch } = await prisma.deliveryFollower.findUniqueOrThrow({ where: { endpointId: id } });
  return { endpointId: id, epoch: Number(leaseEpoch) };
};
const warn = async (isFailing: boolean, id = endpointId) =>
  expect(await host.warnOfFailingEndpoint(await leaseOf(id), isFailing)).toBe(true);
const ping = async (isAccepted: boolean) =>
  host.settleEndpointPing(await leaseOf(endpointId), {
    ...{ isAccepted, tries: 1, dueAt: isAccepted ? null : t.ctx.now() },
  });
const news = async ({ ctx } = pat) => (await createCaller(ctx).alerts.news({})).data.filter((row) => !row.shop);
/** The problems that last, as the partner's people see them. */
const open = async () => (await news()).filter(({ isOver }) => !isOver).map(({ message }) => message);
const failing = [expect.stringContaining("did not accept our last calls")];
const mailsOf = async ({ email } = pat) => (await t.mails()).filter(({ to }) => to === email);

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
  expect(await open()).toEqual([expect.stringContaining("has not accepted our first call")]);
  await ping(true);
  expect(await open()).toEqual([]);
});

const ends: Record<string, () => Promise<unknown>> = {
  "its end by a new address": () =>
    api.partnerEndpoints.update({ endpointId, body: { url: "https://93.184.216.34/next" } }),
  "its end by turning it off": () => api.partnerEndpoints.update({ endpointId, body: { enabled: false } }),
  "its end by deleting it": () => api.partnerEndpoints.remove({ endpointId }),
};

test.each(Object.entries(ends))("the problem of an endpoint has %s, also before its announcement", async (_, end) => {
  await warn(true);
  await end();
  expect(await open()).toEqual([]);
  expect(await t.announce()).toBe(0);
});

test("all people of the partner get one e-mail, which names the endpoint, and nobody of a shop gets one", async () => {
  await warn(true);
  expect((await Promise.all([t.announce(), t.announce()])).toSorted()).toEqual([0, 1]);
  const { name } = await prisma.partner.findUniqueOrThrow({ where: { id: t.partner.partnerId } });
  const mails = await t.mails();
  expect(mails.map(({ to }) => to).toSorted()).toEqual([pat.email, paula.email]);
  expect(mails[0]).toMatchObject({
    subject: `Webhook address failing: All tills, ${name}`,
    text: expect.stringMatching(
      /^Webhook address failing: All tills, .* UTC\nThe address did not accept our last calls\./,
    ),
  });
});

test("the e-mail is in the language of its reader, and endpoints that fail together are in one", async () => {
  await prisma.user.update({ where: { id: pat.userId }, data: { language: "de" } });
  const { id: second } = await api.partnerEndpoints.create({ body: { url } });
  await warn(true);
  await warn(true, second);
  await t.announce();
  const [mail, ...others] = await mailsOf();
  await prisma.user.update({ where: { id: pat.userId }, data: { language: null } });
  expect(others).toEqual([]);
  expect(mail?.subject).toMatch(/^2 Meldungen: /);
  expect(mail?.text).toContain("Webhook-Adresse antwortet nicht richtig: 93.184.216.34, ");
  expect(mail?.text).toMatch(/Webhook-Endpunkte öffnen:\nhttps:\/\/console\.example\/fleet\/endpoints$/);
  expect(mail?.text).not.toContain("address");
});

test("an e-mail that waits leaves out a problem that is over, and people without the role", async () => {
  await warn(true);
  await t.announce();
  await warn(false);
  expect(await mailsOf()).toEqual([]);
  t.advance(HOUR);
  await warn(true);
  await t.announce();
  await prisma.partnerMember.deleteMany({ where: { userId: paula.userId } });
  expect((await t.mails()).map(({ to }) => to)).toEqual([pat.email]);
  await prisma.partnerMember.create({ data: { partnerId: t.partner.partnerId, userId: paula.userId } });
});

test("a problem that lasts is announced once, and one that comes and goes at most once an hour", async () => {
  let announced = 0;
  for (let minute = 0; minute < 180; minute += 5) {
    await warn(minute % 10 === 0);
    announced += await t.announce();
    t.advance(HOUR / 12);
  }
  expect(announced).toBe(3);
  await warn(true);
  t.advance(HOUR);
  await t.announce();
  t.advance(5 * HOUR);
  await warn(true);
  expect(await t.announce()).toBe(0);
});

test("without e-mail the problem is only in the console", async () => {
  await warn(true);
  expect(await announceAlerts(t.asSystem())).toBe(1);
  expect(await prisma.mail.count()).toBe(0);
  expect(await open()).toEqual(failing);
});

test("a person of the partner is told once what began and ended", async () => {
  const fresh = async () => (await news()).map(({ isOver, isNew }) => [isOver, isNew]);
  const see = async () => createCaller(pat.ctx).alerts.seeNews({ until: (await news())[0]?.at ?? "" });
  await warn(true);
  expect(await news()).toMatchObject([
    { kind: "endpoint_failing", endpointId, endpointName: "All tills", store: null },
  ]);
  expect(await fresh()).toEqual([[false, true]]);
  await see();
  expect(await fresh()).toEqual([[false, false]]);
  expect((await news(paula)).map(({ isNew }) => isNew)).toEqual([true]);
  t.advance(60_000);
  await warn(false);
  expect(await fresh()).toEqual([[true, true]]);
  await see();
  expect(await fresh()).toEqual([[true, false]]);
  t.advance(20 * 24 * HOUR);
  expect(await fresh()).toEqual([]);
});

test("no shop and no other partner sees or gets anything about the endpoint", async () => {
  const { retailerId } = t.ids;
  const other = await t.newPartner("Another");
  const { userId } = await prisma.user
    .create({ data: { id: "otto", email: "otto@other.example", name: "Otto" } })
    .then(async ({ id }) => prisma.partnerMember.create({ data: { partnerId: other.partnerId, userId: id } }));
  const actor = { kind: "staff", userId, name: "Otto", roles: new Map(), isPartner: true } as const;
  const otto = createCaller(t.as({ ...actor, partnerId: other.partnerId }));
  await api.alerts.saveWebhook({ retailerId, url: "https://93.184.216.34/alerts" });
  await createCaller(pat.ctx).alerts.choose({ retailerId, timings: await allAtOnce() });
  await warn(true);
  await t.announce();
  expect((await t.mails()).map(({ to }) => to).toSorted()).toEqual([pat.email, paula.email]);
  const { calls, ctx } = t.workerWith(204);
  await callAlertWebhooks(ctx);
  expect(calls).toEqual([]);
  expect(await prisma.alert.count({ where: { retailerId } })).toBe(0);
  const shop = createCaller(olga.ctx);
  expect((await shop.alerts.news({ retailerId })).data).toEqual([]);
  expect((await shop.overview.tasks({ retailerId })).data.filter((task) => task.endpointId)).toEqual([]);
  expect((await otto.alerts.news({})).data).toEqual([]);
  await expect(shop.alerts.news({})).rejects.toMatchObject({ cause: { code: "RetailerNotFound" } });
});

const allAtOnce = async () => {
  const { timings } = await createCaller(olga.ctx).alerts.get({ retailerId: t.shop.id });
  return timings;
};

test("a locked endpoint of one partner delays the alerts of nobody else", async () => {
  await t.join("otis@shop.example", "owner");
  await warn(true);
  await t.note("file_held");
  expect(await lockRows(t, "webhook_endpoint WHERE id = $1", [endpointId], t.announce)).toBe(1);
  expect(await t.announce()).toBe(1);
});
