import { readQuotas } from "@highstreet/router";
import { londonStore } from "@highstreet/router/testing";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { operations } from "../src/operations/index.ts";
import { startRest } from "./start-rest.ts";

const rest = await startRest();
afterAll(() => rest.close());
const { t } = rest;
const { settings } = t.ctx;
afterEach(() => {
  settings.quotas = {};
});

let ids: { retailerId: string; storeId: string };
beforeAll(async () => {
  ids = (await t.store((await t.retailer()).id)).ids;
  await rest.json("POST", `/v1${await otherStore()}/inventory`, { body: source });
});

type Quota = keyof ReturnType<typeof readQuotas>;
interface Creating {
  quota: Quota;
  path: () => string;
  body: object;
}

const stores = () => `/retailers/${ids.retailerId}/stores`;
const endpoint = { url: "https://93.184.216.34/hook" };
const source = { provider: "csv-upload" };

/** Each route that creates records with a quota. */
const creating: Record<string, Creating[]> = {
  "POST /retailers": [
    { quota: "retailers", path: () => "/retailers", body: { name: "A" } },
    { quota: "stores", path: () => "/retailers", body: { name: "A", stores: [londonStore, londonStore] } },
  ],
  "POST /retailers/:retailerId/stores": [{ quota: "stores", path: stores, body: londonStore }],
  "POST /retailers/:retailerId/stores/:storeId/inventory": [
    { quota: "sources", path: () => `${stores()}/${ids.storeId}/inventory`, body: source },
  ],
  "POST /retailers/:retailerId/inventory": [
    { quota: "sources", path: () => `/retailers/${ids.retailerId}/inventory`, body: source },
  ],
  "POST /webhook-endpoints": [{ quota: "endpoints", path: () => "/webhook-endpoints", body: endpoint }],
  "POST /retailers/:retailerId/webhook-endpoints": [
    { quota: "endpoints", path: () => `/retailers/${ids.retailerId}/webhook-endpoints`, body: endpoint },
  ],
  "POST /keys": [{ quota: "keys", path: () => "/keys", body: { name: "k", scopes: ["keys:write"] } }],
};

/** The other POST and PUT operations. The store or retailer bounds their records, or a job removes them by age. */
const others = [
  /^PUT .*\/(stock|products|test-clock|image|uploads\/:fileName)$/,
  /^POST .*\/(accept|revert|discard|undo|redeliver|redeliveries|test|secret|channels|connections|widget-sightings)$/,
  /^POST .*\/inventory\/customizations(\/batch|\/bulk)?$/,
  /^POST \/retailers\/:retailerId(\/stores\/:storeId)?\/inventory\/:barcode(\/.*)?$/,
  /^POST .*\/customizations?$/,
  /^POST .*\/rules(\/order)?$/,
];

/** The partner's row counts, by quota. */
async function actual(quota: Quota, path = ""): Promise<number> {
  const of = { partnerId: t.partner.partnerId };
  const { prisma } = t.ctx.db;
  if (quota === "retailers") return prisma.retailer.count({ where: of });
  if (quota === "stores") return prisma.store.count({ where: { retailer: of } });
  if (quota === "keys") return prisma.apiKey.count({ where: { ...of, revokedAt: null } });
  if (quota === "endpoints") {
    const retailerId = path.startsWith("/retailers") ? ids.retailerId : null;
    return prisma.webhookEndpoint.count({ where: { ...of, retailerId } });
  }
  return prisma.uploadKey.count({ where: of });
}

test("every route that creates records is listed as one with or without a quota", () => {
  for (const { method, path } of operations) {
    const name = `${method} ${path}`;
    if (method !== "POST" && method !== "PUT") continue;
    expect([name, name in creating || others.some((other) => other.test(name))]).toEqual([name, true]);
  }
});

for (const [route, cases] of Object.entries(creating)) {
  for (const { quota, path, body } of cases) {
    test(`${route} is 409 QuotaExceeded at the limit of ${quota} and creates nothing`, async () => {
      const before = await actual(quota, path());
      // One nested store fits, and two do not.
      settings.quotas = { [quota]: "stores" in body ? before + 1 : before };
      const retailers = await actual("retailers");
      const answer = await rest.call("POST", `/v1${path()}`, { body });
      expect([answer.statusCode, answer.json()]).toMatchObject([
        409,
        { code: "QuotaExceeded", quota, limit: settings.quotas[quota], actual: before },
      ]);
      expect([await actual("retailers"), await actual(quota, path())]).toEqual([retailers, before]);
    });
  }
}

async function otherStore(): Promise<string> {
  const { retailerId, storeId } = (await t.store(ids.retailerId)).ids;
  return `/retailers/${retailerId}/stores/${storeId}`;
}

for (const [route, [first]] of Object.entries(creating)) {
  const { quota, body } = first as Creating;
  test(`${route}: of twenty calls at once with room for one, one succeeds`, async () => {
    const paths = await Promise.all(
      Array.from({ length: 20 }, async () => (quota === "sources" ? `${await otherStore()}/inventory` : first?.path())),
    );
    const before = await actual(quota, first?.path());
    settings.quotas = { [quota]: before + 1 };
    const answers = await Promise.all(paths.map((path) => rest.call("POST", `/v1${path}`, { body })));
    const codes = answers.map(({ statusCode }) => statusCode).toSorted();
    expect([codes[0], codes[1], codes.at(-1), await actual(quota, first?.path())]).toEqual([
      expect.any(Number),
      409,
      409,
      before + 1,
    ]);
    expect(codes[0]).toBeLessThan(300);
  });
}

test("connecting a source again uses no quota, and a revoked key frees its quota", async () => {
  const path = `/v1${await otherStore()}/inventory`;
  expect((await rest.call("POST", path, { body: source })).statusCode).toBe(200);
  settings.quotas = { sources: 1, keys: await actual("keys") };
  expect((await rest.call("POST", path, { body: source })).statusCode).toBe(200);
  const body = { name: "k", scopes: ["keys:write"] };
  expect((await rest.call("POST", "/v1/keys", { body })).statusCode).toBe(409);
  const { data: listed } = await rest.json<{ data: { id: string }[] }>("GET", "/v1/keys");
  const other = listed.find(({ id }) => id !== t.partner.key.id);
  await rest.call("DELETE", `/v1/keys/${other?.id}`);
  expect((await rest.call("POST", "/v1/keys", { body })).statusCode).toBe(201);
});

test("each partner has its own quota", async () => {
  settings.quotas = { retailers: 1 };
  const { key } = await t.newPartner();
  const create = () => rest.call("POST", "/v1/retailers", { key: key.key, body: { name: "A" } });
  expect((await create()).statusCode).toBe(201);
  expect((await create()).statusCode).toBe(409);
});

test("quotas in the environment must be whole numbers over 0", () => {
  expect(readQuotas({ HIGHSTREET_MAX_STORES: "7" })).toMatchObject({ stores: 7, retailers: 10_000 });
  for (const wrong of ["0", "-1", "1.5", "many"]) {
    expect(() => readQuotas({ HIGHSTREET_MAX_KEYS: wrong })).toThrow(`HIGHSTREET_MAX_KEYS is "${wrong}"`);
  }
});
