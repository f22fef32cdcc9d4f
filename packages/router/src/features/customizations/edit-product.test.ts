import { readFileSync } from "node:fs";
import { openDatabase } from "@highstreet/db";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { itemKeyOf } from "../../core/items/index.ts";
import type { Context } from "../../kernel/context.ts";
import { createCaller } from "../../router.ts";
import { createStaffMember } from "../staff/index.ts";

let world: TestContext;
let retailerId: string;
let north: { retailerId: string; storeId: string };
let south: { retailerId: string; storeId: string };
const barcode = "0005012345678900";
const custom = {
  title: "Big mug",
  description: "<p onclick='x'>Big</p><script>1</script>",
  brand: "Acme",
  image: ["https://x.example/a.png"],
};

beforeAll(async () => {
  world = await createTestContext();
});
afterAll(() => world.close());

beforeEach(async () => {
  retailerId = (await world.retailer()).id;
  north = (await world.store(retailerId)).ids;
  south = (await world.store(retailerId)).ids;
  for (const store of [north, south]) {
    await createCaller(world.ctx).inventory.patchStock({ ...store, body: [{ barcode, price: 10, quantity: 5 }] });
  }
});

const caller = () => createCaller(world.ctx);

async function personOf(retailerId: string): Promise<Context> {
  const email = `${retailerId}@shop.example`;
  const member = { name: "Pat", email, password: canary("password"), role: "owner" } as const;
  await createStaffMember(world.asSystem(), { retailerId, ...member });
  const { id: userId } = await world.ctx.db.prisma.user.findUniqueOrThrow({ where: { email } });
  return world.as({ kind: "staff", userId, name: "Pat", roles: new Map([[retailerId, "owner"]]) });
}
const updates = async (store: { retailerId: string; storeId: string }) => {
  const rows = await world.ctx.db.query<{ data: string }>(
    "SELECT data FROM store_event WHERE retailer_id = $1 AND store_id = $2 AND action = 'inventory.update' ORDER BY sequence",
    [store.retailerId, store.storeId],
  );
  return rows.map(({ data }) => JSON.parse(data)).map(({ status, price }) => `${status} ${price}`);
};
const failsWith = (code: string, members: Record<string, unknown> = {}) => ({
  cause: { code, members: expect.objectContaining(members) },
});

describe("hiding", () => {
  test("for all stores makes one out_of_stock event in each store with the last price; showing publishes the current state", async () => {
    expect(await caller().customizations.edit({ retailerId, barcode, body: { hidden: true } })).toMatchObject({
      ...{ storeId: null, hidden: true, channels: null, version: 1, barcode },
    });
    expect(await updates(north)).toEqual(["in_stock 10", "out_of_stock 10"]);
    expect(await updates(south)).toEqual(["in_stock 10", "out_of_stock 10"]);

    await caller().inventory.patchStock({ ...north, body: [{ barcode, price: 12 }] });
    expect(await updates(north), "hidden, nothing more is written").toHaveLength(2);

    await caller().customizations.edit({ retailerId, barcode, body: { hidden: false } });
    expect(await updates(north)).toEqual(["in_stock 10", "out_of_stock 10", "in_stock 12"]);
  });

  test("in one store does not change other stores, and hiding for all stores clears the edits of single stores", async () => {
    await caller().customizations.edit({ ...north, barcode: "5012345678900", body: { hidden: true } });
    expect(await updates(north)).toEqual(["in_stock 10", "out_of_stock 10"]);
    expect(await updates(south)).toEqual(["in_stock 10"]);

    await caller().customizations.edit({ retailerId, barcode, body: { hidden: false } });
    expect(await updates(north)).toEqual(["in_stock 10", "out_of_stock 10", "in_stock 10"]);
    expect(await caller().inventory.getItem({ ...north, barcode })).toMatchObject({ hidden: false });
  });

  test("a person who shows a product leaves no value of its own where it then shows; a key gets what it sent", async () => {
    const person = createCaller(await personOf(retailerId));
    const edit = (hidden: boolean, store = {}) =>
      person.customizations.edit({ retailerId, ...store, barcode, body: { hidden } });
    const filter = { storeId: north.storeId };
    const showAll = async () => {
      const show = { retailerId, body: { filter, edit: { hidden: false } } };
      const { selection } = await person.operations.planEdit(show);
      await person.operations.editByFilter({ ...show, body: { ...show.body, selection } });
      return world.ctx.db.prisma.customization.findMany({ where: { retailerId } });
    };
    expect(await showAll()).toEqual([]);
    await edit(true, north);
    expect(await edit(false, north)).toMatchObject({ hidden: null, version: 2 });
    expect(await edit(true)).toMatchObject({ hidden: true });
    expect(await edit(false, north), "hidden for all stores").toMatchObject({ hidden: false });
    expect(await edit(false)).toMatchObject({ hidden: null });
    await edit(true, north);
    expect((await showAll()).map(({ hidden }) => hidden)).toEqual([null, null]);
    expect(await updates(north)).toEqual(["in_stock 10", ...Array(3).fill(["out_of_stock 10", "in_stock 10"]).flat()]);
    await caller().customizations.edit({ ...north, barcode, body: { hidden: true } });
    expect(await caller().customizations.edit({ ...north, barcode, body: { hidden: false } })).toMatchObject({
      hidden: false,
    });
  });

  test("the migration takes back what the switch of the console wrote, and nothing else", async () => {
    const barcodes = ["switched", "sent", "undone", "exception", "old", barcode];
    const body = barcodes.map((one) => ({ barcode: one, price: 1, quantity: 9 }));
    for (const store of [north, south]) await caller().inventory.patchStock({ ...store, body });
    const person = createCaller(await personOf(retailerId));
    const edit = (by: typeof person, one: string, hidden: boolean, store: object = north) =>
      by.customizations.edit({ retailerId, ...store, barcode: one, body: { hidden } });
    for (const one of barcodes) await edit(one === "sent" ? caller() : person, one, true);
    await edit(person, barcode, true, {});
    await edit(person, "exception", true, {});
    await edit(person, "exception", false);
    for (const one of ["sent", "undone"]) await edit(caller(), one, false);
    await edit(person, "undone", true);
    const of = (one: string, store: string | null) => ({ retailerId, itemKey: itemKeyOf(one), storeId: store });
    // What the switch wrote until this release.
    const { prisma } = world.ctx.db;
    const wrote = [
      of("switched", north.storeId),
      of("undone", north.storeId),
      of("old", north.storeId),
      of(barcode, null),
    ];
    for (const where of wrote) {
      await edit(person, where.itemKey, false, where.storeId ? north : {});
      await prisma.customization.updateMany({ where, data: { hidden: false } });
      const last = await prisma.historyEntry.findFirstOrThrow({ where, orderBy: { id: "desc" } });
      const after = { ...(last.after as object), hidden: false };
      await prisma.historyEntry.updateMany({ where: { retailerId, id: last.id }, data: { after } });
    }
    await prisma.historyEntry.deleteMany({ where: of("old", north.storeId) });
    const history = await prisma.historyEntry.findMany({ where: { retailerId } });
    const script = "../../../../../prisma/migrations/20261126093000_shown_by_inheritance/migration.sql";
    await world.ctx.db.query(readFileSync(new URL(script, import.meta.url), "utf8"));
    const rows = await prisma.customization.findMany({ where: { retailerId } });
    const hidden = (one: string, store: string | null) =>
      rows.find(({ itemKey, storeId }) => itemKey === itemKeyOf(one) && storeId === store)?.hidden;
    expect([hidden("switched", north.storeId), hidden(barcode, null)]).toEqual([null, null]);
    const kept = ["sent", "undone", "exception", "old"];
    expect(kept.map((one) => hidden(one, north.storeId))).toEqual([false, false, false, false]);
    expect(await prisma.historyEntry.findMany({ where: { retailerId } })).toEqual(history);
    const { data } = await person.history.list({ retailerId, barcode: "switched", page: { size: 1 } });
    await person.history.revert({ retailerId, entryId: data[0]?.id ?? "" });
    expect(await caller().inventory.getItem({ ...north, barcode: "switched" })).toMatchObject({ hidden: true });
  });

  test("of an item that is out of stock makes no event", async () => {
    await caller().inventory.patchStock({ ...north, body: [{ barcode, quantity: 0 }] });
    const before = await updates(north);
    await caller().customizations.edit({ ...north, barcode, body: { hidden: true } });
    expect(await updates(north)).toEqual(before);
  });

  test("an item that was always hidden is new when it is shown", async () => {
    await caller().customizations.post({ retailerId, body: { barcode: "hat", hidden: true } });
    await caller().inventory.patchStock({ ...north, body: [{ barcode: "hat", price: 3, quantity: 1 }] });
    expect(await updates(north)).toEqual(["in_stock 10"]);
    await caller().customizations.deleteByBarcode({ retailerId, barcode: "hat" });
    expect(await updates(north)).toEqual(["in_stock 10", "low_stock 3"]);
  });
});

describe("custom data", () => {
  test("field by field: the value of the store, then the value for all stores; null inherits again", async () => {
    await caller().customizations.edit({ retailerId, barcode, body: custom });
    await caller().customizations.edit({ ...north, barcode, body: { ...custom, title: "North mug" } });
    expect(await caller().inventory.getItem({ ...north, barcode })).toMatchObject({
      title: "North mug",
      description: "<p>Big</p>",
    });
    expect(await caller().inventory.getItem({ ...south, barcode })).toMatchObject({
      title: "Big mug",
      images: custom.image,
    });
    const cleared = { title: null, description: null, brand: null, image: null };
    expect(await caller().customizations.edit({ ...north, barcode, body: cleared })).toMatchObject({
      ...cleared,
      version: 2,
    });
    expect(await caller().inventory.getItem({ ...north, barcode })).toMatchObject({ title: "Big mug" });
  });

  const members = { missing: ["title"], errors: [{ pointer: "/title" }] };
  const incomplete = { cause: { code: "IncompleteCustomData", members } };
  const own = [{ description: "Big" }, { brand: "Acme" }, { image: custom.image }];

  test.each(own)("needs a title: %j is refused for a product without one, and nothing changes", async (body) => {
    const { customizations, inventory } = caller();
    for (const place of [{ retailerId }, north]) {
      await expect(customizations.edit({ ...place, barcode, body: { hidden: true, ...body } })).rejects.toMatchObject(
        incomplete,
      );
      await expect(customizations.post({ ...place, body: { barcode: "new", ...body } })).rejects.toMatchObject(
        incomplete,
      );
      const named = { barcode: "new", title: "New", ...body };
      expect((await customizations.post({ ...place, body: named })).created).toBe(true);
      await customizations.deleteByBarcode({ ...place, barcode: "new" });
    }
    expect(await inventory.getItem({ ...north, barcode })).toMatchObject({ hidden: false, title: null });
    expect(await updates(north)).toEqual(["in_stock 10"]);
  });

  test("a title alone is enough, and any store of the scope can have it", async () => {
    const { customizations, inventory } = caller();
    await customizations.edit({ ...north, barcode, body: { title: "North mug" } });
    for (const body of own) {
      await customizations.edit({ ...north, barcode, body });
      await expect(customizations.edit({ ...south, barcode, body })).rejects.toMatchObject(incomplete);
      await customizations.edit({ retailerId, barcode, body });
    }
    await inventory.patchStock({ ...south, body: [{ barcode, price: 10, quantity: 5, title: "File mug" }] });
    expect(await customizations.edit({ ...south, barcode, body: { brand: "South" } })).toMatchObject({
      ...{ title: null, brand: "South", image: null },
    });
    expect(await inventory.getItem({ ...south, barcode })).toMatchObject({ title: "File mug", brand: "South" });
  });

  test("a known title of a product that a store does not have does not count there", async () => {
    const { customizations } = caller();
    await caller().inventory.patchStock({ ...north, body: [{ barcode: "hat", price: 3, quantity: 1, title: "Hat" }] });
    expect((await customizations.post({ retailerId, body: { barcode: "hat", brand: "A" } })).created).toBe(true);
    await expect(customizations.post({ ...south, body: { barcode: "hat", brand: "A" } })).rejects.toMatchObject(
      incomplete,
    );
  });

  test("an edit cannot remove the last title under own texts, and can remove all of them", async () => {
    const { customizations } = caller();
    await customizations.edit({ ...north, barcode, body: custom });
    const edit = (body: object) => customizations.edit({ ...north, barcode, body });
    await expect(edit({ title: null })).rejects.toMatchObject(incomplete);
    await expect(edit({ title: null, brand: null })).rejects.toMatchObject(incomplete);
    const cleared = { title: null, description: null, brand: null, image: null };
    expect(await edit(cleared)).toMatchObject(cleared);
  });

  test("a title that vanishes later refuses neither a deletion, nor the same record again, nor another field", async () => {
    const { customizations } = caller();
    await customizations.edit({ retailerId, barcode, body: { title: "Mug" } });
    const body = { description: "Big", brand: "Acme", image: custom.image };
    await customizations.edit({ ...north, barcode, body });
    await customizations.deleteByBarcode({ retailerId, barcode });
    for (const later of [{ hidden: true }, { hidden: false, ...body }, { title: null }, { image: null }]) {
      await customizations.edit({ ...north, barcode, body: later });
    }
    await expect(customizations.edit({ ...north, barcode, body: { brand: "Other" } })).rejects.toMatchObject(
      incomplete,
    );
  });
});

describe("channels", () => {
  const enable = (store: typeof north, type: "search" | "webhooks") =>
    caller().channels.enable({
      ...store,
      body:
        type === "search"
          ? { type, parameters: { locationId: "1234567890" } }
          : { type, parameters: { webhookUrl: "https://shop.invalid/", secret: canary("webhook") } },
    });

  test("every edit for all stores names the stores that lack a channel of it", async () => {
    await enable(north, "search");
    await enable(north, "webhooks");
    await enable(south, "webhooks");
    const third = (await world.store(retailerId)).ids;
    const body = { channels: ["search" as const] };
    const notShownIn = { count: 2, stores: [south.storeId, third.storeId].sort(), channels: ["search"] };
    const { customizations, operations } = caller();
    const edited = await customizations.edit({ retailerId, barcode, body });
    expect(edited).toMatchObject({ ...body, notShownIn });
    expect(await customizations.edit({ retailerId, barcode, body: edited })).toEqual(edited);
    expect((await customizations.post({ retailerId, body: { barcode, ...body } })).customization).toEqual(edited);
    expect(await customizations.postBatch({ retailerId, body: [{ barcode, ...body }] })).toEqual([edited]);
    const bulk = { filter: {}, edit: body };
    const plan = await operations.planEdit({ retailerId, body: bulk });
    expect(plan).toMatchObject({ notShownIn });
    const selected = { ...bulk, selection: plan.selection };
    expect(await operations.editByFilter({ retailerId, body: selected })).toMatchObject({ notShownIn });
    async function* file() {
      yield Buffer.from(`barcode,channels\n${barcode},"search, webhooks"\n`);
    }
    const both = await operations.planImport({ retailerId, feed: file() });
    expect(both).toMatchObject({ notShownIn: { count: 2, channels: ["search", "webhooks"] } });
    const { data } = await caller().history.list({ retailerId, page: { size: 1 } });
    expect(data[0]?.after).not.toHaveProperty("notShownIn");
    expect(await customizations.get({ retailerId, customizationId: edited.id ?? "" })).not.toHaveProperty("notShownIn");
  });

  test("an edit of one store, without channels, or of channels that each store has names no store", async () => {
    await enable(north, "search");
    for (const store of [north, south]) await enable(store, "webhooks");
    const { customizations } = caller();
    const bodies = [{ hidden: true }, { channels: null }, { channels: [] }, { channels: ["webhooks" as const] }];
    for (const body of bodies) {
      expect(await customizations.edit({ retailerId, barcode, body })).not.toHaveProperty("notShownIn");
    }
    const here = await customizations.edit({ ...north, barcode, body: { channels: ["search"] } });
    expect(here).not.toHaveProperty("notShownIn");
  });

  test("the answer names the first 100 stores and counts all", async () => {
    await enable(north, "search");
    for (let n = 0; n < 101; n++) await world.store(retailerId);
    const { notShownIn } = await caller().customizations.edit({ retailerId, barcode, body: { channels: ["search"] } });
    expect(notShownIn).toMatchObject({ count: 102, channels: ["search"] });
    expect(notShownIn?.stores).toHaveLength(100);
  });
});

describe("wrong input", () => {
  test.each([
    ["nothing to change", {}, "ValidationFailed"],
    ["a wrong type", { hidden: "yes" }, "ValidationFailed"],
    ["an unknown field", { hiden: true }, "ValidationFailed"],
    ["an image that is not a URL", { ...custom, image: ["mug.png"] }, "ValidationFailed"],
    ["a description without text", { ...custom, description: "<script>1</script>" }, "ValidationFailed"],
    ["an unknown channel", { channels: ["shop-window"] }, "UnknownChannel"],
    ["a channel that no store has", { channels: ["search"] }, "ChannelNotEnabledForStore"],
  ])("%s is refused with %j", async (_, body, code) => {
    const edit = { retailerId, barcode, body } as Parameters<ReturnType<typeof caller>["customizations"]["edit"]>[0];
    await expect(caller().customizations.edit(edit)).rejects.toMatchObject(failsWith(code));
  });

  test("an unknown barcode is ProductNotFound for PATCH, but not for POST", async () => {
    const edit = caller().customizations.edit({ ...north, barcode: "not-there", body: { hidden: true } });
    await expect(edit).rejects.toMatchObject(failsWith("ProductNotFound"));
    const posted = await caller().customizations.post({ ...north, body: { barcode: "not-there", hidden: true } });
    expect(posted).toMatchObject({ created: true, customization: { storeId: north.storeId, hidden: true } });
    expect(
      await caller().customizations.post({ ...north, body: { barcode: "not-there", hidden: null } }),
    ).toMatchObject({
      created: false,
    });
  });

  test("the retailer of another partner is not found", async () => {
    const other = await world.newPartner();
    const stranger = createCaller(world.asKey({ partnerId: other.partnerId }));
    await expect(stranger.customizations.edit({ retailerId, barcode, body: { hidden: true } })).rejects.toMatchObject(
      failsWith("RetailerNotFound"),
    );
  });
});

test("an edit that names an outdated version changes nothing and names the current version", async () => {
  const { customizations } = createCaller(world.ctx);
  const edit = (hidden: boolean, ifVersion?: number) =>
    customizations.edit({ retailerId, barcode, ifVersion, body: { hidden } });
  expect((await edit(true, 0)).version).toBe(1);
  await edit(false);
  await expect(edit(true, 1)).rejects.toMatchObject({
    cause: { code: "PreconditionFailed", members: { version: 2 } },
  });
  const { hidden } = await createCaller(world.ctx).inventory.getItem({ ...north, barcode });
  expect(hidden).toBe(false);
  expect((await edit(true, 2)).version).toBe(3);
});

test("an edit to the same values keeps the version, and the history has no entry of it", async () => {
  const { customizations, history } = createCaller(world.ctx);
  const edit = (body: object) => customizations.edit({ retailerId, barcode, body });
  const entries = async () => (await history.list({ retailerId, page: { size: 100 } })).data.length;
  const { version } = await edit({ hidden: true, ...custom });
  const before = await entries();
  expect((await edit({ hidden: true, ...custom })).version).toBe(version);
  expect((await edit({ title: custom.title })).version).toBe(version);
  expect(await entries()).toBe(before);
  expect((await edit({ title: "Small mug" })).version).toBe(version + 1);
  expect(await entries()).toBe(before + 1);
});

test("edits of one store by two processes at the same time each make one version and one event", async () => {
  const db = openDatabase({ url: world.databaseUrl });
  const callers = [world.ctx, { ...world.ctx, db }].map((ctx) => createCaller(ctx));
  const barcodes = Array.from({ length: 4 }, (_, n) => `mug ${n}`);
  const lines = barcodes.map((one) => ({ barcode: one, price: 10, quantity: 5 }));
  await createCaller(world.ctx).inventory.patchStock({ ...north, body: lines });
  for (const one of barcodes) await callers[0]?.customizations.edit({ ...north, barcode: one, body: { hidden: true } });
  const before = (await updates(north)).length;
  try {
    const edits = await Promise.all(
      Array.from({ length: 10 }, (_, n) => n % 2 === 1).flatMap((hidden) =>
        callers.flatMap(({ customizations }) =>
          barcodes.map((one) => customizations.edit({ ...north, barcode: one, body: { hidden } })),
        ),
      ),
    );
    const versions = Math.max(...edits.map(({ version }) => version));
    const stored = await world.ctx.db.query<{ versions: number; sequences: number; events: number }>(
      `SELECT (SELECT sum(version)::int FROM customization WHERE retailer_id = $1) AS versions,
         (SELECT next_sequence::int - 1 FROM store WHERE retailer_id = $1 AND store_id = $2) AS sequences,
         (SELECT count(*)::int FROM store_event WHERE retailer_id = $1 AND store_id = $2) AS events`,
      [north.retailerId, north.storeId],
    );
    const [{ versions: all = 0, sequences, events } = {}] = stored;
    expect(versions).toBeGreaterThan(1);
    expect(events).toBe(sequences);
    const flips = all - barcodes.length;
    expect((await updates(north)).length - before, "each new version changes the published state").toBe(flips);
  } finally {
    await db.close();
  }
});

test("of two edits at the same time, the second one starts from the values of the first, in one process and in two", async () => {
  // The order of the edits must not depend on the time that the first one waits for a lock.
  const timeouts = { lockMs: 60_000, waitMs: 60_000, statementMs: 60_000 };
  const databases = [1, 2].map(() => openDatabase({ url: world.databaseUrl, timeouts }));
  const [one, two] = databases.map((db) => createCaller({ ...world.ctx, db }).customizations);
  let isOver = false;
  const waiting = async (count: number): Promise<void> => {
    const [found] = await world.ctx.db.query<{ waiting: number }>(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND state = 'active'`,
    );
    if (!isOver && (found?.waiting ?? 0) < count) return waiting(count);
  };
  const lockStore = "SELECT 1 FROM store WHERE retailer_id = $1 AND store_id = $2 FOR UPDATE";
  try {
    for (const [first, second, count] of [
      [one, one, 1],
      [one, two, 2],
    ] as const) {
      const edits = await world.ctx.db.transaction("no shop", async (tx) => {
        await tx.query(lockStore, [north.retailerId, north.storeId]);
        const hide = first?.edit({ ...north, barcode, body: { hidden: true } });
        await Promise.race([hide, waiting(1)]);
        const show = second?.edit({ ...north, barcode, body: { hidden: false } });
        await Promise.race([show, waiting(count)]);
        return [hide, show];
      });
      const [hidden, shown] = await Promise.all(edits);
      expect([hidden?.hidden, shown?.hidden]).toEqual([true, false]);
      expect(shown?.version).toBe((hidden?.version ?? 0) + 1);
      expect(await caller().inventory.getItem({ ...north, barcode })).toMatchObject({ hidden: false });
    }
  } finally {
    isOver = true;
    for (const db of databases) await db.close();
  }
});

describe("texts for search", () => {
  const search = { title: "Mug for tea", description: "<p>Long</p>", image: ["https://x.example/search.png"] };
  const edit = (body: object) => caller().customizations.edit({ retailerId, barcode, body: body as never });
  const storeEdit = (body: object) => caller().customizations.edit({ ...north, barcode, body: body as never });

  test("are kept, changed one by one, and removed with null", async () => {
    const made = await edit({ for: { search: { ...search, description: "<p onclick='x'>Long</p>" } } });
    expect(made).toMatchObject({ title: null, for: { search }, version: 1 });
    expect(await edit({ hidden: true })).toMatchObject({ for: { search }, version: 2 });
    expect(await edit({ for: { search: { title: "Tea" } } })).toMatchObject({
      for: { search: { ...search, title: "Tea" } },
    });
    expect(await edit({ for: { search: { title: "Tea" } } })).toMatchObject({ version: 3 });
    expect(await edit({ for: { search: { image: null } } })).toMatchObject({
      for: { search: { image: null } },
      version: 4,
    });
    expect(await edit({ for: { search: null } })).toMatchObject({ for: null, version: 5 });
    const read = await caller().customizations.get({ retailerId, customizationId: made.id ?? "" });
    expect(read).toMatchObject({ for: null, hidden: true });
    expect(await storeEdit({ for: null })).toMatchObject({ id: null, version: 0 });
  });

  test("come with a batch, keep the record that is sent back, and show in the list", async () => {
    const body = [
      { barcode, for: { search } },
      { barcode, storeId: north.storeId, title: "Mug" },
    ];
    const [all] = await caller().customizations.postBatch({ retailerId, body });
    expect(all).toMatchObject({ for: { search }, version: 1 });
    const { notShownIn: _, ...record } = all ?? {};
    expect(await edit(record)).toMatchObject({ id: all?.id, version: 1 });
    const { data } = (await caller().customizations.list({ retailerId, page: {} })) as { data: object[] };
    expect(data).toMatchObject([{ for: { search } }, { for: null }]);
  });

  test("write no event, are in the history, and their edits can be undone, alone and as an operation", async () => {
    const before = await updates(north);
    await edit({ title: "Mug", for: { search: { title: "Tea" } } });
    await edit({ for: { search } });
    const { data } = await caller().history.list({ retailerId, page: {}, barcode });
    const [last, first] = data;
    expect(last).toMatchObject({ before: { for: { search: { title: "Tea" } } }, after: { for: { search } } });
    expect(first).toMatchObject({ after: { for: { search: { title: "Tea", description: null, image: null } } } });
    await caller().history.revert({ retailerId, entryId: last?.id ?? "" });
    const now = () => caller().customizations.edit({ retailerId, barcode, body: { title: "Mug" } });
    expect(await now()).toMatchObject({ for: { search: { title: "Tea", description: null, image: null } } });
    const [undone] = (await caller().history.list({ retailerId, page: {}, barcode })).data;
    await caller().history.revert({ retailerId, entryId: undone?.id ?? "" });
    expect(await now()).toMatchObject({ for: { search } });
    expect(await updates(north)).toEqual(before);
  });

  test("come back with a removed edit, each as it was", async () => {
    const made = await edit({ title: "Mug", for: { search: { ...search, image: null } } });
    await caller().customizations.delete({ retailerId, customizationId: made.id ?? "" });
    const [removed] = (await caller().history.list({ retailerId, page: {}, barcode })).data;
    await caller().history.revert({ retailerId, entryId: removed?.id ?? "" });
    const read = await caller().customizations.get({ retailerId, customizationId: made.id ?? "" });
    expect(read).toMatchObject({ title: "Mug", for: { search: { ...search, image: null } } });
  });

  test("need a title of their own or of the product, and name something", async () => {
    const untitled = failsWith("IncompleteCustomData");
    await expect(edit({ for: { search: { description: "Long" } } })).rejects.toMatchObject(untitled);
    await edit({ for: { search: { title: "Tea", description: "Long" } } });
    await expect(edit({ for: { search: { title: null } } })).rejects.toMatchObject(untitled);
    await expect(edit({ description: "Plain" })).rejects.toMatchObject(untitled);
    await edit({ title: "Mug" });
    await edit({ for: { search: { title: null } } });
    await expect(edit({ title: null })).rejects.toMatchObject(untitled);
    const wrong = failsWith("ValidationFailed");
    for (const given of [
      {},
      { search: {} },
      { webhooks: search },
      { search: { title: "" } },
      { search: { brand: "x" } },
    ]) {
      await expect(edit({ for: given })).rejects.toMatchObject(wrong);
    }
    await expect(edit({ for: { search: { description: "<script>1</script>" } } })).rejects.toMatchObject(
      failsWith("ValidationFailed", { errors: [expect.objectContaining({ pointer: "/for/search/description" })] }),
    );
  });

  test("start from a version", async () => {
    await edit({ for: { search } });
    const other = caller().customizations.edit({
      retailerId,
      barcode,
      ifVersion: 4,
      body: { for: { search: { title: "x" } } },
    });
    await expect(other).rejects.toMatchObject(failsWith("PreconditionFailed"));
  });
});
