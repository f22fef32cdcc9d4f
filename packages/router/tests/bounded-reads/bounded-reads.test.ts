import { readBy, recording } from "@highstreet/db/testing";
import { createTestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { MAX_COUNTED } from "../../src/features/listings/listings.schema.ts";
import type { Context } from "../../src/kernel/context.ts";
import { MAX_SCANNED } from "../../src/kernel/paging.ts";
import { appRouter, createCaller } from "../../src/router.ts";
import { idOfRow, manyRows, ROWS } from "./many-rows.ts";

/** Rows that a statement reads for each candidate: edits and product data of an item, calls of a delivery. */
const MAX_READ_ROWS = 6 * MAX_SCANNED;

const t = await createTestContext();
const client = await t.ctx.db.pool.connect();
const recorder = recording(t.ctx.db.pool);
let shops: Awaited<ReturnType<typeof manyRows>>;

beforeAll(async () => {
  shops = await manyRows(t);
}, 600_000);
afterAll(async () => {
  client.release();
  await t.close();
});

interface Filter {
  /** A value that no row has. */
  none?: unknown;
  /** A value that only the last row of the list has. */
  far?: unknown;
}

interface List {
  /** The parameters of the call's path. */
  of: () => Record<string, unknown>;
  filters: Record<string, Filter[]>;
  /** Key of a row before the last thousand; undefined for a short list. */
  deep?: string;
  as?: () => Context;
}

const deepId = idOfRow(ROWS - 1_000);
const oldId = idOfRow(1_000);
const inShop = () => ({ retailerId: shops.shop.id });
const inStore = () => shops.store;
const inFailing = () => shops.failing;
const item = `i${String(ROWS - 1_000).padStart(6, "0")}`;

const ofPartner = (store: typeof inStore) => () => ({
  storeId: store().storeId,
  endpointId: shops.partnerEndpoint.id,
});
const deliveries: Omit<List, "of"> = {
  deep: "1000",
  filters: {
    status: [{ far: "failed" }, { far: "superseded" }, { far: "pending" }],
    action: [{ none: "webhook.enabled" }, { far: "channel.update" }],
    q: [{ none: "nowhere" }, { far: "needle" }],
  },
};
const failed: Omit<List, "of"> = {
  deep: "1000",
  filters: { status: [{ far: "delivered" }], q: [{ none: "nowhere" }], action: [{ none: "webhook.enabled" }] },
};

/** All lists of the API and of the console, with all of their filters. */
const lists: Record<string, List> = {
  "customizations.list": {
    of: () => ({ ...inShop(), page: {} }),
    deep: deepId,
    filters: {
      barcode: [{ none: "needle" }, { far: `i${ROWS}` }],
      storeId: [{ none: idOfRow(1) }],
      hidden: [{ far: true }],
      channel: [{ none: "local_ads" }],
      updatedSince: [{ none: "2027-01-01T00:00:00Z" }, { far: "2026-02-01T00:00:00Z" }],
    },
  },
  "events.list": { of: inStore, filters: { after: [] } },
  "history.list": {
    of: inShop,
    deep: oldId,
    filters: {
      barcode: [{ none: "nowhere" }, { far: "needle" }],
      storeId: [{ none: idOfRow(1) }],
      operationId: [{ none: idOfRow(1) }],
      actor: [{ none: "nobody" }, { far: "somebody" }],
      action: [{ none: "store.delete" }, { far: "source.connect" }],
      since: [{ none: "2099-01-01T00:00:00Z" }],
    },
  },
  "history.listOperations": {
    of: inShop,
    deep: idOfRow(1),
    filters: {
      storeId: [{ none: idOfRow(1) }],
      operationId: [{ none: idOfRow(1) }],
      actor: [{ none: "nobody" }, { far: "somebody" }],
      kind: [{ none: "people" }],
      since: [{ none: "2099-01-01T00:00:00Z" }],
      until: [{ none: "2001-01-01T00:00:00Z" }],
    },
  },
  "inventory.listIngests": { of: inStore, deep: oldId, filters: { feeds: [{ far: true }, { none: false }] } },
  "inventory.listItems": {
    of: inStore,
    deep: item,
    filters: {
      barcode: [{ none: "nowhere" }],
      status: [{ none: "out_of_stock" }, { far: "low_stock" }],
      hidden: [{ far: true }],
      channel: [{ none: "local_ads" }],
      missing: [{ none: "webhooks" }],
      q: [{ none: "nowhere" }, { far: "needle" }, { far: `i${ROWS}` }],
      updatedSince: [{ none: "2027-01-01T00:00:00Z" }, { far: "2026-02-01T00:00:00Z" }],
    },
  },
  "inventory.listRejections": {
    of: () => ({ ...inFailing(), ingestId: idOfRow(1) }),
    deep: String(ROWS - 1_000),
    filters: {},
  },
  "inventory.listFileRejections": {
    of: () => ({ ...inShop(), fileId: idOfRow(1) }),
    deep: String(ROWS - 1_000),
    filters: {},
  },
  "keys.list": {
    of: () => ({}),
    deep: deepId,
    filters: {},
    as: () => t.asKey({ retailerIds: new Set([shops.shop.id]) }),
  },
  "listings.list": {
    of: () => ({ ...inStore(), type: "search" }),
    deep: item,
    filters: {
      state: [{ none: "waiting" }, { far: "refused" }],
      q: [{ none: "nowhere" }, { far: "needle" }],
    },
  },
  "products.listIngests": { of: inShop, deep: idOfRow(ROWS + 1_000), filters: {} },
  "products.listRejections": {
    of: () => ({ ...inShop(), ingestId: idOfRow(ROWS + 1) }),
    deep: String(ROWS - 1_000),
    filters: {},
  },
  "retailers.list": {
    of: () => ({}),
    deep: deepId,
    filters: { externalId: [{ none: "nowhere" }, { far: `e${ROWS}` }] },
  },
  "stores.list": {
    of: () => ({ retailerId: shops.chain.id }),
    as: () => shops.chainOwner,
    deep: deepId,
    filters: { externalId: [{ none: "nowhere" }, { far: `e${ROWS}` }] },
  },
  "endpoints.list": { of: inShop, filters: {} },
  "partnerEndpoints.list": { of: () => ({}), filters: {} },
  "endpoints.listDeliveries": { ...deliveries, of: () => ({ ...inStore(), endpointId: shops.endpoint.id }) },
  "partnerEndpoints.listDeliveries": { ...deliveries, of: ofPartner(inStore) },
  "webhooks.listDeliveries": { ...deliveries, of: inStore },
};

/** The same lists in shops where other filters match nothing. */
const more: Record<string, List[]> = {
  "endpoints.listDeliveries": [{ ...failed, of: () => ({ ...inFailing(), endpointId: shops.endpoint.id }) }],
  "partnerEndpoints.listDeliveries": [{ ...failed, of: ofPartner(inFailing) }],
  "webhooks.listDeliveries": [{ ...failed, of: inFailing }],
};

type Call = (input: Record<string, unknown>) => Promise<{ data: unknown[]; next: string | null; prev: string | null }>;

const procedures = appRouter._def.procedures as unknown as Record<
  string,
  { _def: { type: string; inputs: z.ZodObject[] } }
>;

function callOf(name: string, ctx: Context): Call {
  const [feature = "", verb = ""] = name.split(".");
  const caller = createCaller(ctx) as unknown as Record<string, Record<string, Call>>;
  return (input) => caller[feature]?.[verb]?.(input) as ReturnType<Call>;
}

/** Each filter alone, and all together. */
function combinations(filters: List["filters"]): Record<string, unknown>[] {
  const named = Object.entries(filters).map(([name, values]) =>
    values.map((value) => [name, value.none ?? value.far] as const),
  );
  const all = Object.fromEntries(named.flatMap((values) => values.slice(0, 1)));
  return [{}, ...named.flatMap((values) => values.map(([name, value]) => ({ [name]: value }))), all];
}

const cases = Object.entries(lists).flatMap(([name, list]) =>
  [list, ...(more[name] ?? [])].map((one) => ({ name, list: one })),
);
const cursor = (key: string) => `n${Buffer.from(key).toString("base64url")}`;
const back = (key: string) => `p${Buffer.from(key).toString("base64url")}`;

test("the tests cover every list and every filter of each list", () => {
  const paged = Object.entries(procedures).filter(([, { _def }]) => "page" in (_def.inputs[0]?.shape ?? {}));
  expect(paged.map(([name]) => name).sort()).toEqual(Object.keys(lists).sort());
  for (const [name, { _def }] of paged) {
    const path = ["retailerId", "storeId", "ingestId", "fileId", "type", "endpointId", "page"].filter(
      (id) => !(id in (lists[name]?.filters ?? {})),
    );
    const filters = Object.keys(_def.inputs[0]?.shape ?? {}).filter((input) => !path.includes(input));
    expect([name, filters.sort()]).toEqual([name, Object.keys(lists[name]?.filters ?? {}).sort()]);
  }
});

async function expectBounded(name: string, list: List, input: Record<string, unknown>): Promise<void> {
  const [, sent] = await recorder.during(() => callOf(name, list.as?.() ?? t.ctx)({ ...list.of(), ...input }));
  expect(sent.length).toBeGreaterThan(0);
  for (const statement of sent) {
    for (const mode of ["force_custom_plan", "force_generic_plan"] as const) {
      const { rows, blocks, scans } = await readBy(client, statement, mode);
      const message = `${name} ${JSON.stringify(input)}, ${mode}: ${rows} rows, ${blocks} blocks\n${scans}\n${statement.text}`;
      expect(rows <= MAX_READ_ROWS && blocks <= 4 * MAX_READ_ROWS, message).toBe(true);
    }
  }
}

describe.each(["before the planner knows the tables", "after ANALYZE"])("%s", (when) => {
  beforeAll(async () => {
    if (when.startsWith("after")) await client.query("ANALYZE");
  }, 600_000);

  test.each(cases)("no statement of $name reads more rows than its bound with any filters", async ({ name, list }) => {
    const tried = combinations(list.filters);
    for (const filters of tried) await expectBounded(name, list, filters);
    if (list.deep === undefined) return;
    for (const filters of [tried[0], tried.at(-1)]) {
      for (const after of [cursor(list.deep), back(list.deep)]) {
        await expectBounded(name, list, { ...filters, page: { after } });
      }
    }
  });
});

test.each(cases)(
  "the links of $name lead to the only match at the far end, and back",
  async ({ name, list }) => {
    const call = callOf(name, list.as?.() ?? t.ctx);
    const matches = Object.entries(list.filters).flatMap(([filter, values]) =>
      values.flatMap(({ far }) => (far === undefined ? [] : [{ [filter]: far }])),
    );
    for (const [n, match] of matches.entries()) {
      const follow = async (direction: "next" | "prev", from: string | null) => {
        const way = { found: 0, pages: 0, turn: null as string | null };
        for (let after = from; after !== null || way.pages === 0; ) {
          const page = await call({ ...list.of(), ...match, page: { size: 100, after: after ?? undefined } });
          way.found += page.data.length;
          way.pages++;
          way.turn = direction === "next" ? page.prev : page.next;
          after = page[direction];
        }
        expect(way.pages).toBeLessThanOrEqual(Math.ceil(ROWS / MAX_SCANNED) + 1);
        return way;
      };
      // The first match follows all links from the start. Further matches start at `deep`.
      const forth = await follow("next", n === 0 || list.deep === undefined ? null : cursor(list.deep));
      expect([match, forth.found]).toEqual([match, 1]);
      if (n > 0 || forth.turn === null) continue;
      const returned = await follow("prev", forth.turn);
      expect([match, returned.found]).toEqual([match, 0]);
      const again = await follow("next", returned.turn);
      expect([match, again.found]).toEqual([match, 1]);
    }
  },
  300_000,
);

test("the shop switcher of a partner reads its page, with any number of retailers", async () => {
  const { id: userId } = await t.ctx.db.prisma.user.upsert({
    where: { email: "partner@shops.example" },
    create: { id: "partner", name: "Petra", email: "partner@shops.example" },
    update: {},
  });
  const actor = { kind: "staff", userId, name: "Petra", partnerId: t.partner.partnerId, isPartner: true } as const;
  const person = createCaller(t.as({ ...actor, roles: new Map() }));
  const [, sent] = await recorder.during(() => person.staff.me());
  expect(sent.length).toBeGreaterThan(0);
  for (const statement of sent) {
    const { rows, blocks, scans } = await readBy(client, statement, "force_custom_plan");
    expect(rows <= MAX_SCANNED && blocks <= MAX_SCANNED, `${rows} rows, ${blocks} blocks\n${scans}`).toBe(true);
  }
});

test("a partner of many shops or stores searches the fleet without reading all of them", async () => {
  for (const owner of [t.ctx, shops.chainOwner]) {
    const [{ rows: found }, sent] = await recorder.during(() => createCaller(owner).fleet.list({ q: "nowhere" }));
    expect(found).toEqual([]);
    expect(sent.length).toBeGreaterThan(0);
    for (const statement of sent) {
      const { rows, blocks, scans } = await readBy(client, statement, "force_custom_plan");
      expect(rows <= MAX_SCANNED && blocks <= MAX_SCANNED, `${rows} rows, ${blocks} blocks\n${scans}`).toBe(true);
    }
  }
});

test("the record of a chain counts its stores with scans instead of look-ups", async () => {
  const call = () => createCaller(shops.chainOwner).retailers.get({ retailerId: shops.chain.id });
  const [chain, sent] = await recorder.during(call);
  expect(chain).toMatchObject({ storesTotal: ROWS, inventoryStatus: "pending", channelStatus: "disconnected" });
  let read = 0;
  for (const statement of sent) read += (await readBy(client, statement, "force_generic_plan")).blocks;
  expect(read).toBeLessThan(ROWS / 10);
});

test("the states of listings are counted up to a bound", async () => {
  const counts = await createCaller(t.ctx).listings.counts({ ...shops.store, type: "search" });
  expect(counts).toMatchObject({ sent: MAX_COUNTED, refused: 1, waiting: 0 });
});
