import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test, vi } from "vitest";
import { StoreBody } from "../../core/stores/stores.schema.ts";
import { createCaller } from "../../router.ts";
import { createTestContext, londonStore } from "../../testing.ts";
import { createStore } from "./create-store.ts";
import { deleteStore } from "./delete-store.ts";
import { getStore } from "./get-store.ts";
import { updateStore } from "./update-store.ts";

const t = await createTestContext();
afterAll(() => t.close());
const { id: retailerId } = await t.retailer();
const other = await t.retailer();

const make = (fields: Partial<StoreBody>) => createStore(t.ctx, { retailerId, body: { ...londonStore, ...fields } });
const taken = { code: "ExternalIdTaken" };

describe("createStore", () => {
  test("fills in currency, time zone, area type and a widget token of its own", async () => {
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

  test("takes the zone of a country whose clocks agree, and asks for it where they do not", async () => {
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

  test("an externalId is one store's within the retailer, also when two ask for it at once", async () => {
    const results = await Promise.allSettled([make({ externalId: "e-1" }), make({ externalId: "e-1" })]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(make({ externalId: "e-1" })).rejects.toMatchObject(taken);
    expect(
      await createStore(t.ctx, { retailerId: other.id, body: { ...londonStore, externalId: "e-1" } }),
    ).toMatchObject({ externalId: "e-1" });
  });
});

describe("the body of a store", () => {
  const problems = (fields: Record<string, unknown>) => {
    const result = StoreBody.safeParse({ ...londonStore, ...fields });
    return result.success ? [] : result.error.issues.map((issue) => issue.path.join("/"));
  };

  test("holds ISO codes, IANA zones and their aliases, and coordinates of this planet", () => {
    const good = [
      { country: "GB", currency: "EUR" },
      { timezone: "Europe/London" },
      { timezone: "Asia/Calcutta" },
      { timezone: "US/Eastern" },
      { timezone: "UTC" },
      { latitude: -90, longitude: 180 },
      { areaType: "city_centre" },
      { links: [{ type: "website", value: "https://shop.example" }] },
      {
        currency: null,
        phone: null,
        timezone: null,
        latitude: null,
        longitude: null,
        areaType: null,
        links: null,
        externalId: null,
      },
    ];
    for (const fields of good) expect([fields, problems(fields)]).toEqual([fields, []]);
    const bad: [Record<string, unknown>, string][] = [
      [{ country: "UK" }, "country"],
      [{ country: "gb" }, "country"],
      [{ country: "XK" }, "country"],
      [{ country: null }, "country"],
      [{ currency: "POUND" }, "currency"],
      [{ currency: "ZZZ" }, "currency"],
      [{ timezone: "+01:00" }, "timezone"],
      [{ timezone: "Europe/Nowhere" }, "timezone"],
      [{ timezone: "1970-01-01[Europe/London]" }, "timezone"],
      [{ latitude: 90.1 }, "latitude"],
      [{ longitude: -180.1 }, "longitude"],
      [{ longitude: "1" }, "longitude"],
      [{ areaType: "moon" }, "areaType"],
      [{ links: [{ type: "website" }] }, "links/0/value"],
      [{ links: {} }, "links"],
      [{ name: "  " }, "name"],
      [{ postcode: "x".repeat(21) }, "postcode"],
    ];
    for (const [fields, path] of bad) expect([fields, problems(fields)]).toEqual([fields, [path]]);
  });

  test("spells a zone as IANA does", () => {
    expect(StoreBody.parse({ ...londonStore, timezone: "europe/london" }).timezone).toBe("Europe/London");
  });
});

describe("updateStore", () => {
  test("keeps what is left out, clears null to nothing or to the default, and counts the version up", async () => {
    const made = await make({
      phone: "1",
      currency: "EUR",
      timezone: "Europe/Paris",
      areaType: "rural",
      links: [{ type: "a", value: "b" }],
    });
    const ids = { retailerId, storeId: made.id };
    t.advance(1_000);
    const city = await updateStore(t.ctx, { ...ids, body: { city: "Leeds" } });
    expect(city).toEqual({ ...made, city: "Leeds", version: 2, updatedAt: t.ctx.now().toISOString() });
    const cleared = await updateStore(t.ctx, {
      ...ids,
      body: { phone: null, currency: null, timezone: null, areaType: null, links: null },
    });
    expect(cleared).toMatchObject({
      phone: null,
      currency: "GBP",
      timezone: "Europe/London",
      areaType: "suburban",
      links: [],
      version: 3,
    });
    expect(await updateStore(t.ctx, { ...ids, body: {} })).toEqual(cleared);
  });

  test("another country brings its time zone and currency, unless both are named", async () => {
    const move = async (from: Partial<StoreBody>, body: object) => {
      const { id: storeId } = await make(from);
      const { country, timezone, currency } = await updateStore(t.ctx, { retailerId, storeId, body });
      return [country, timezone, currency];
    };
    const paris = "Europe/Paris";
    expect(await move({}, { country: "FR" })).toEqual(["FR", paris, "EUR"]);
    expect(await move({}, { country: "GB" })).toEqual(["GB", "Europe/London", "GBP"]);
    expect(await move({}, { country: "FR", timezone: "UTC", currency: "GBP" })).toEqual(["FR", "UTC", "GBP"]);
    expect(await move({}, { country: "FR", currency: null })).toEqual(["FR", paris, "EUR"]);
    expect(await move({}, { country: "US", timezone: "America/New_York" })).toEqual(["US", "America/New_York", "USD"]);
    // Its zone is one of the new country's, by whichever of its names.
    const detroit = { country: "CA", timezone: "America/Detroit" };
    expect(await move(detroit, { country: "US" })).toEqual(["US", "America/Detroit", "USD"]);
    expect(await move({ timezone: "Asia/Calcutta" }, { country: "IN" })).toEqual(["IN", "Asia/Calcutta", "INR"]);
    await expect(move({}, { country: "US" })).rejects.toMatchObject({
      code: "ValidationFailed",
      members: { errors: [{ pointer: "/timezone", code: "Required" }] },
    });
  });

  test("a store with prices does not change its currency unasked", async () => {
    const { id: storeId } = await make({});
    const ids = { retailerId, storeId };
    const lines = [{ barcode: "5000000000017", price: 5, quantity: 5 }];
    await createCaller(t.ctx).inventory.patchStock({ ...ids, body: lines });
    await expect(updateStore(t.ctx, { ...ids, body: { country: "FR" } })).rejects.toMatchObject({
      code: "ValidationFailed",
      members: { errors: [{ pointer: "/currency", code: "Required" }] },
    });
    expect(await getStore(t.ctx, ids)).toMatchObject({ country: "GB", currency: "GBP", version: 1 });
    expect(await updateStore(t.ctx, { ...ids, body: { country: "IM" } })).toMatchObject({ currency: "GBP" });
    const named = await updateStore(t.ctx, { ...ids, body: { country: "FR", currency: "GBP" } });
    expect(named).toMatchObject({ country: "FR", currency: "GBP", timezone: "Europe/Paris" });
  });

  test("a zone cannot be cleared where the country has several", async () => {
    const { id: storeId } = await make({ country: "US", timezone: "America/New_York" });
    await expect(updateStore(t.ctx, { retailerId, storeId, body: { timezone: null } })).rejects.toMatchObject({
      code: "ValidationFailed",
    });
  });

  test("an externalId that another store has is refused", async () => {
    const { id: storeId } = await make({ externalId: "u-1" });
    await make({ externalId: "u-2" });
    await expect(updateStore(t.ctx, { retailerId, storeId, body: { externalId: "u-2" } })).rejects.toMatchObject(taken);
    expect(await updateStore(t.ctx, { retailerId, storeId, body: { externalId: "u-1" } })).toMatchObject({
      externalId: "u-1",
    });
  });
});

describe("deleteStore", () => {
  const rowsOf = async (storeId: string): Promise<Record<string, number>> => {
    const tables = await t.ctx.db.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.columns WHERE table_schema = current_schema() AND column_name = 'store_id'",
    );
    const counts: Record<string, number> = {};
    for (const { name } of tables) {
      const [row] = await t.ctx.db.query<{ n: number }>(
        `SELECT count(*) AS n FROM ${name} WHERE retailer_id = $1 AND store_id = $2`,
        [retailerId, storeId],
      );
      counts[name] = row?.n ?? 0;
    }
    const [rejected] = await t.ctx.db.query<{ n: number }>(
      "SELECT count(*) AS n FROM ingest_rejection WHERE retailer_id = $1",
      [retailerId],
    );
    return { ...counts, ingest_rejection: rejected?.n ?? 0 };
  };

  test("removes every row of the store in every table, and nothing of its neighbour", async () => {
    const caller = createCaller(t.ctx);
    const fill = async () => {
      const { id: storeId } = await make({});
      const ids = { retailerId, storeId };
      const lines = [{ barcode: "5000000000017", price: 5, quantity: 5 }, { barcode: "" }];
      await caller.inventory.patchStock({ ...ids, body: lines });
      await caller.customizations.post({ ...ids, body: { barcode: "5000000000017", hidden: true } });
      return ids;
    };
    const [gone, kept] = [await fill(), await fill()];
    const where = [gone.retailerId, gone.storeId];
    // What the verbs above do not write yet.
    await t.ctx.db.query("INSERT INTO delivery_work (retailer_id, store_id, due_at) VALUES ($1, $2, now())", where);
    await t.ctx.db.query(
      "INSERT INTO delivery_cursor (retailer_id, store_id, cursor, claimed_to, generation, started_at_sequence, endpoint, receiver) VALUES ($1, $2, 0, 0, 1, 1, 1, 'receiver')",
      where,
    );
    await t.ctx.db.query(
      "INSERT INTO delivery_endpoint (retailer_id, store_id, endpoint, url) VALUES ($1, $2, 1, 'https://shop.example')",
      where,
    );
    await t.ctx.db.query(
      "INSERT INTO delivery_retry (retailer_id, store_id, sequence, tries, due_at) VALUES ($1, $2, 1, 1, now())",
      where,
    );
    await t.ctx.db.query(
      "INSERT INTO delivery_attempt (retailer_id, store_id, sequence, try, at, ms, outcome) VALUES ($1, $2, 1, 1, now(), 1, 'failed')",
      where,
    );
    const before = await rowsOf(kept.storeId);
    expect(before.ingest_rejection).toBe(2);
    expect(await rowsOf(gone.storeId)).toMatchObject({
      stock_item: 1,
      customization: 1,
      ingest: 1,
      inventory_source: 1,
      delivery_work: 1,
    });

    await deleteStore(t.ctx, gone);
    const after = await rowsOf(gone.storeId);
    // The retailer's history keeps what was done to the store.
    expect({ ...after, ingest_rejection: 0, history_entry: 0 }).toEqual(
      Object.fromEntries(Object.keys(after).map((table) => [table, 0])),
    );
    expect(await rowsOf(kept.storeId)).toEqual({ ...before, ingest_rejection: 1 });
    await expect(deleteStore(t.ctx, gone)).rejects.toMatchObject({ code: "StoreNotFound" });
  });

  test("an edit that is under way goes first: neither waits for the other", async () => {
    const caller = createCaller(t.ctx);
    const { id: storeId } = await make({});
    const ids = { retailerId, storeId };
    await caller.inventory.patchStock({ ...ids, body: [{ barcode: "5000000000024", price: 5, quantity: 5 }] });
    await caller.customizations.post({ ...ids, body: { barcode: "5000000000024", hidden: true } });
    const editing = await t.ctx.db.pool.connect();
    try {
      await editing.query("BEGIN");
      const mine = [retailerId, storeId];
      await editing.query("SELECT FROM customization WHERE retailer_id = $1 AND store_id = $2 FOR UPDATE", mine);
      const deleted = deleteStore(t.ctx, ids);
      const blocked = `SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await vi.waitFor(async () => expect(await t.ctx.db.query(blocked)).toEqual([{ n: 1 }]));
      await editing.query("SELECT FROM store WHERE retailer_id = $1 AND store_id = $2 FOR NO KEY UPDATE", mine);
      await editing.query("COMMIT");
      await deleted;
    } finally {
      editing.release(true);
    }
    await expect(getStore(t.ctx, ids)).rejects.toMatchObject({ code: "StoreNotFound" });
  });

  test("is refused while a channel record is left, and changes nothing then", async () => {
    const { id: storeId } = await make({});
    const ids = { retailerId, storeId };
    const now = t.ctx.now();
    await t.ctx.db.prisma.channel.create({
      data: { ...ids, channel: "local_ads", status: "pending", createdAt: now, updatedAt: now },
    });
    await expect(deleteStore(t.ctx, ids)).rejects.toMatchObject({ code: "ChannelInUse" });
    expect(await getStore(t.ctx, ids)).toMatchObject({ id: storeId });
  });

  test("a store of another retailer is not found", async () => {
    const { id: storeId } = await make({});
    await expect(deleteStore(t.ctx, { retailerId: other.id, storeId })).rejects.toMatchObject({
      code: "StoreNotFound",
    });
    await expect(deleteStore(t.ctx, { retailerId, storeId: randomUUID() })).rejects.toMatchObject({
      code: "StoreNotFound",
    });
  });
});
