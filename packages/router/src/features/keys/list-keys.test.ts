import { createTestContext } from "@highstreet/router/testing";
import { afterAll, describe, expect, test } from "vitest";
import { createKey } from "./create-key.ts";
import type { KeyBody } from "./keys.schema.ts";
import { listKeys } from "./list-keys.ts";

const t = await createTestContext();
afterAll(() => t.close());
const shop = await t.retailer();
const other = await t.retailer();
const stranger = await t.newPartner();
const page = { size: 100 };
const body = (fields: Partial<KeyBody> = {}): { body: KeyBody } => ({
  body: { name: "till", scopes: ["inventory:write"], ...fields },
});

describe("listKeys", () => {
  test("lists the partner's own keys without secrets and without revoked keys", async () => {
    const { data } = await listKeys(t.ctx, { page });
    expect(data.map((key) => key.id)).toContain(t.partner.key.id);
    expect(data.map((key) => key.id)).not.toContain(stranger.key.id);
    expect(JSON.stringify(data)).not.toMatch(/hs_|digest/);
  });

  test("shows a key that is limited to retailers only keys that are limited to some of them", async () => {
    const mine = await createKey(t.ctx, body({ retailerIds: [other.id] }));
    const both = await createKey(t.ctx, body({ retailerIds: [shop.id, other.id] }));
    const seen = async (ids: string[]) =>
      (await listKeys(t.asKey({ retailerIds: new Set(ids) }), { page })).data.map((key) => key.id);
    expect(await seen([other.id])).toEqual([mine.id]);
    expect(await seen([shop.id, other.id])).toEqual(expect.arrayContaining([mine.id, both.id]));
  });
});
