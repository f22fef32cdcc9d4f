import { createTestContext, londonStore } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import type { StoreBody } from "../../core/stores/stores.schema.ts";
import { createStore } from "./create-store.ts";
import { getStore } from "./read-stores.ts";

const t = await createTestContext();
afterAll(() => t.close());
const { id: retailerId } = await t.retailer();
const other = await t.retailer();
const make = (fields: Partial<StoreBody>) => createStore(t.ctx, { retailerId, body: { ...londonStore, ...fields } });
const taken = { code: "ExternalIdTaken" };

test("sets defaults for currency, time zone and area type, and a unique widget token", async () => {
  const [one, two] = [await make({}), await make({})];
  expect(one).toMatchObject({
    currency: "GBP",
    timezone: "Europe/London",
    areaType: "suburban",
    links: [],
    externalId: null,
  });
  expect(one.widgetToken).toMatch(/^[A-Za-z0-9_-]{32}$/);
  expect(two.widgetToken).not.toBe(one.widgetToken);
  expect(await getStore(t.ctx, { retailerId, storeId: one.id })).toEqual(one);
});

test("takes the time zone of the country, and requires one if the country has several", async () => {
  for (const [country, timezone, currency] of [
    ["FR", "Europe/Paris", "EUR"],
    ["DE", "Europe/Berlin", "EUR"],
    ["JP", "Asia/Tokyo", "JPY"],
  ] as const) {
    expect(await make({ country })).toMatchObject({ timezone, currency });
  }
  for (const country of ["US", "AU", "ES", "PT", "BR"]) {
    await expect(make({ country })).rejects.toMatchObject({
      code: "ValidationFailed",
      members: { errors: [{ pointer: "/timezone", code: "Required" }] },
    });
    expect(await make({ country, timezone: "Etc/GMT+5" })).toMatchObject({ country, timezone: "Etc/GMT+5" });
  }
});

test("gives an externalId to one store of the retailer, also with concurrent calls", async () => {
  const results = await Promise.allSettled([make({ externalId: "e-1" }), make({ externalId: "e-1" })]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect(make({ externalId: "e-1" })).rejects.toMatchObject(taken);
  expect(await createStore(t.ctx, { retailerId: other.id, body: { ...londonStore, externalId: "e-1" } })).toMatchObject(
    { externalId: "e-1" },
  );
});
