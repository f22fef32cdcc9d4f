import { execFileSync } from "node:child_process";
import { gzipSync } from "node:zlib";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "../../kernel/context.ts";
import { createCaller } from "../../router.ts";
import { createStaffMember } from "../staff/index.ts";

let world: TestContext;
let ctx: Context;
let ids: { retailerId: string; storeId: string };

beforeAll(async () => {
  world = await createTestContext();
  ctx = world.ctx;
});
afterAll(() => world.close());

async function* bytes(text: string | Uint8Array, pieceLength = 7): AsyncGenerator<Uint8Array> {
  const all = typeof text === "string" ? new TextEncoder().encode(text) : text;
  for (let at = 0; at < all.length; at += pieceLength) yield all.subarray(at, at + pieceLength);
}

const put = (text: string | Uint8Array, mode: "update" | "replace" = "update") =>
  createCaller(ctx).inventory.putStock({ ...ids, mode, feed: bytes(text) });

const items = async () => (await createCaller(ctx).inventory.listItems({ ...ids, page: { size: 100 } })).data;
const shelf = async () =>
  Object.fromEntries((await items()).map((item) => [item.barcode, `${item.quantity} × ${item.price} ${item.status}`]));
const events = () =>
  ctx.db.query<{ sequence: number; action: string; subject: string; data: string }>(
    "SELECT sequence, action, subject, data FROM store_event WHERE retailer_id = $1 AND store_id = $2 ORDER BY sequence",
    [ids.retailerId, ids.storeId],
  );

describe("a stock feed", () => {
  beforeAll(async () => {
    const { id } = await world.retailer();
    ids = (await world.store(id)).ids;
  });

  test("creates the items, one event for each item and one for the source, in one sequence", async () => {
    const ingest = await put("SKU,Price,Quantity\n0012345678,44.9,10\nMUG-1,£1234.505,2\nhat,3,0\n");
    expect(ingest).toMatchObject({
      ...{ status: "applied", mode: "update", numberOfLines: 3, validLines: 3, inStockValidLines: 2, newItems: 3 },
      columns: { barcode: "SKU", price: "Price", quantity: "Quantity" },
    });
    expect(await shelf()).toEqual({
      "0012345678": "10 × 44.9 in_stock",
      "MUG-1": "2 × 1234.51 low_stock",
      hat: "0 × 3 out_of_stock",
    });
    const log = await events();
    expect(log.map(({ sequence, subject }) => [sequence, subject])).toEqual([
      [1, "12345678"],
      [2, "MUG-1"],
      [3, "hat"],
      [4, "source"],
    ]);
    expect(log[0]?.data).toBe(
      `{"id":"local:en:GB:000000000012345678","barcode":"0012345678","status":"in_stock","price":44.90,"currency":"GBP",` +
        `"condition":"new","createdAt":"2026-03-02T09:00:00.000Z","store":{"id":"${ids.storeId}"}}`,
    );
    expect(await createCaller(ctx).inventory.getSource(ids)).toMatchObject({
      status: "connected",
      provider: { id: "api" },
      latestIngest: { numberOfLines: 3, validLines: 3, inStockValidLines: 2 },
    });
  });

  test("with the same bytes as the last feed compares nothing and writes no event", async () => {
    const feed = "SKU,Price,Quantity\n0012345678,44.9,10\nMUG-1,1234.51,2\nhat,3,0\n";
    await put(feed);
    const before = await events();
    expect(await put(feed)).toMatchObject({ status: "unchanged", validLines: 3, changedItems: 0, newItems: 0 });
    expect(await events()).toEqual(before);
  });

  test("with the same bytes as the last feed has the rejected lines of that feed", async () => {
    const feed = "SKU,Price,Quantity\n0012345678,44.9,10\nMUG-1,1234.51,2\nhat,3,0\nscarf,free,1\n,1,1\n";
    const rejected = async ({ id, status }: { id: string; status: string }) => {
      const { data } = await createCaller(ctx).inventory.listRejections({ ...ids, ingestId: id, page: {} });
      return { status, lines: data.map(({ line, code }) => `${line} ${code}`) };
    };
    const lines = ["5 invalid_price", "6 missing_barcode"];
    expect(await rejected(await put(feed))).toEqual({ status: "applied", lines });
    expect(await rejected(await put(feed))).toEqual({ status: "unchanged", lines });
    expect(await rejected(await put(feed))).toEqual({ status: "unchanged", lines });
  });

  test("with the same bytes is compared again after a PATCH", async () => {
    await createCaller(ctx).inventory.patchStock({ ...ids, body: [{ barcode: "hat", quantity: 7 }] });
    const feed = "SKU,Price,Quantity\n0012345678,44.9,10\nMUG-1,1234.51,2\nhat,3,0\n";
    expect(await put(feed)).toMatchObject({ status: "applied", changedItems: 1 });
    expect((await shelf()).hat).toBe("0 × 3 out_of_stock");
  });

  test("with the same bytes is compared again after a change of the store's currency", async () => {
    const feed = "SKU,Price,Quantity\n0012345678,44.9,10\nMUG-1,1234.51,2\nhat,3,0\n";
    for (const currency of ["EUR", "GBP"]) {
      await createCaller(ctx).stores.update({ ...ids, body: { currency } });
      expect(await put(feed)).toMatchObject({ status: "applied", changedItems: 3 });
      expect((await items()).map((item) => item.currency)).toEqual([currency, currency, currency]);
    }
  });

  test("writes an event for a new status or price, and none for a quantity within the same status", async () => {
    const before = (await events()).length;
    await put("SKU,Price,Quantity\n12345678,44.90,9\nMUG-1,1234.51,3\nhat,4,0\n");
    const added = (await events()).slice(before).map(({ data }) => JSON.parse(data));
    expect(added.map(({ barcode, status, price }) => [barcode, status, price])).toEqual([
      ["MUG-1", "in_stock", 1234.51],
      ["hat", "out_of_stock", 4],
    ]);
  });

  test("in replace mode takes left-out items out of stock, but not the items of rejected lines", async () => {
    const ingest = await put("SKU,Price,Quantity\nhat,4,5\nMUG-1,free,3\n", "replace");
    expect(ingest).toMatchObject({ status: "applied", validLines: 1, rejectedLines: 1, changedItems: 2 });
    expect(await shelf()).toEqual({
      "0012345678": "0 × 44.9 out_of_stock",
      "MUG-1": "3 × 1234.51 in_stock",
      hat: "5 × 4 in_stock",
    });
  });

  test("keeps the number of items in stock, which channels require", async () => {
    const [store] = await ctx.db.query<{ count: number }>(
      "SELECT in_stock_count AS count FROM store WHERE retailer_id = $1 AND store_id = $2",
      [ids.retailerId, ids.storeId],
    );
    expect(store?.count).toBe((await items()).filter((item) => item.status !== "out_of_stock").length);
  });
});

describe("invalid lines", () => {
  beforeAll(async () => {
    const { id } = await world.retailer();
    ids = (await world.store(id)).ids;
  });

  test("are rejected one by one with line, field and reason, and the counts add up", async () => {
    const ingest = await put(
      [
        "EAN;Note;RRP;Stock",
        "5000000000001;x;4,50;3",
        "5000000000001;x;1.234,50;4",
        "5,00E+12;x;1;1",
        ";x;1;1",
        "5000000000002;x;0,004;1",
        "5000000000003;x;1;many",
        "5000000000004;x;1;1;1",
        "",
        "5000000000005;x;;1",
        '5000000000006;"x;1;1',
      ].join("\r\n"),
    );
    expect(ingest).toMatchObject({ numberOfLines: 9, validLines: 1, rejectedLines: 8, status: "applied" });
    const { data } = await createCaller(ctx).inventory.listRejections({
      ...ids,
      ingestId: ingest.id,
      page: { size: 100 },
    });
    expect(data.map(({ line, code }) => [line, code])).toEqual([
      [2, "superseded"],
      [4, "scientific_barcode"],
      [5, "missing_barcode"],
      [6, "invalid_price"],
      [7, "invalid_quantity"],
      [8, "too_many_columns"],
      [10, "missing_price"],
      [11, "unclosed_quote"],
    ]);
    expect(await shelf()).toEqual({ "5000000000001": "4 × 1234.5 in_stock" });
  });

  test("without any valid line make a refused ingest and an invalid source, and change no stock", async () => {
    expect(await put("EAN,RRP,Stock\n1,0,1\n")).toMatchObject({ status: "refused", validLines: 0, rejectedLines: 1 });
    expect(await createCaller(ctx).inventory.getSource(ids)).toMatchObject({
      status: "invalid",
      latestIngest: { validLines: 0 },
      warnings: [{ id: "FeedRefused", message: expect.stringContaining("The feed has no valid line.") }],
    });
    expect(await shelf()).toEqual({ "5000000000001": "4 × 1234.5 in_stock" });
  });

  test("a header without a required column is refused with the columns and the missing fields", async () => {
    await put("EAN,RRP,Stock\n1,1,1\n");
    const before = await shelf();
    await expect(put("Colour,RRP,Stock\n2,1,1\n")).rejects.toMatchObject({
      cause: { code: "UnrecognisedFeed", members: { seen: ["Colour", "RRP", "Stock"], missing: ["barcode"] } },
    });
    await expect(put("")).rejects.toMatchObject({ cause: { code: "UnrecognisedFeed" } });
    expect(await shelf()).toEqual(before);
    expect(await createCaller(ctx).inventory.getSource(ids)).toMatchObject({ status: "invalid" });
    const { data } = await createCaller(ctx).inventory.listIngests({ ...ids, page: {} });
    expect(data[0]).toMatchObject({ status: "refused", numberOfLines: 0 });
  });

  test("a feed that breaks off leaves nothing, and no record", async () => {
    const before = await createCaller(ctx).inventory.listIngests({ ...ids, page: {} });
    async function* broken() {
      yield new TextEncoder().encode("EAN,RRP,Stock\n9,1,1\n");
      throw new Error("the connection is gone");
    }
    await expect(createCaller(ctx).inventory.putStock({ ...ids, mode: "update", feed: broken() })).rejects.toThrow(
      "gone",
    );
    expect(await createCaller(ctx).inventory.listIngests({ ...ids, page: {} })).toEqual(before);
  });
});

describe("encodings and sizes", () => {
  beforeAll(async () => {
    const { id } = await world.retailer();
    ids = (await world.store(id)).ids;
  });

  test("UTF-8 with BOM, UTF-16 and Windows-1252 are recognised by the bytes", async () => {
    await put("\uFEFFbarcode,price,quantity\ncafé-1,£1,1\n");
    await put(
      new Uint8Array([
        0xff,
        0xfe,
        ...new Uint8Array(
          new Uint16Array([..."barcode\tprice\tqty\ncafé-2\t2\t2\n"].map((c) => c.charCodeAt(0))).buffer,
        ),
      ]),
    );
    await put(new Uint8Array([..."barcode|price|qty\ncaf\u00e9-3|\u00a33|3\n"].map((c) => c.charCodeAt(0))));
    expect(Object.keys(await shelf()).toSorted()).toEqual(["café-1", "café-2", "café-3"]);
  });

  test("a feed larger than the memory leaves the stock of its lines", async () => {
    const lines = Array.from(
      { length: 150_000 },
      (_, n) => `5${String(n).padStart(12, "0")},${(n % 900) + 1}.50,${n % 5},"a, ""b"""`,
    );
    const feed = new TextEncoder().encode(`barcode,price,quantity,note\n${lines.join("\n")}\n`);
    const ingest = await createCaller(ctx).inventory.putStock({ ...ids, mode: "replace", feed: bytes(feed, 65_536) });
    expect(ingest).toMatchObject({
      numberOfLines: 150_000,
      validLines: 150_000,
      inStockValidLines: 120_000,
      newItems: 150_000,
    });
    const [sum] = await ctx.db.query(
      "SELECT count(*) AS items, sum(quantity)::int AS quantity, sum(price)::int AS price FROM stock_item WHERE retailer_id = $1 AND store_id = $2 AND item_key LIKE '5%'",
      [ids.retailerId, ids.storeId],
    );
    expect(sum).toEqual({ items: 150_000, quantity: 300_000, price: 67_560_000 });
  });
});

describe("a listener of a feed", () => {
  const lines = 9_000;
  const feed = () => `barcode,price,quantity\n${Array.from({ length: lines }, (_, n) => `1${n},2.50,4\n`).join("")}`;

  beforeAll(async () => {
    ids = (await world.store((await world.retailer()).id)).ids;
  });

  test("that stops the call during the read leaves the store unchanged", async () => {
    const before = await createCaller(ctx).inventory.getSource(ids);
    const onLines = () => {
      throw new Error("given up");
    };
    const call = createCaller({ ...ctx, onLines }).inventory.putStock({ ...ids, feed: bytes(feed(), 1 << 16) });
    await expect(call).rejects.toThrow("given up");
    expect([await items(), await events()]).toEqual([[], []]);
    expect(await createCaller(ctx).inventory.getSource(ids)).toEqual(before);
    const ingests = await createCaller(ctx).inventory.listIngests({ ...ids, page: {} });
    expect(ingests.data).toEqual([]);
  });

  test("is called with the number of lines read so far, up to all of them", async () => {
    const heard: number[] = [];
    const onLines = (count: number) => heard.push(count);
    await createCaller({ ...ctx, onLines }).inventory.putStock({ ...ids, feed: bytes(feed(), 1 << 16) });
    expect(heard.length).toBeGreaterThan(2);
    expect(heard).toEqual(heard.toSorted((a, b) => a - b));
    expect(heard.at(-1)).toBe(lines);
  });
});

test("the first file from a member of staff makes the source a file upload", async () => {
  ids = (await world.store((await world.retailer()).id)).ids;
  const roles = new Map([[ids.retailerId, "manager" as const]]);
  const pat = { name: "Pat", email: "pat@shop.example", password: canary("password"), role: "manager" } as const;
  const userId = await createStaffMember(world.asSystem(), { retailerId: ids.retailerId, ...pat });
  const staff = createCaller(world.as({ kind: "staff", userId, name: "Pat", roles }));
  await staff.inventory.putStock({ ...ids, feed: bytes("barcode,price,quantity\n1,2,3\n") });
  expect(await staff.inventory.getSource(ids)).toMatchObject({ status: "connected", provider: { id: "csv-upload" } });
});

test("a feed that unpacks too far or is packed twice is recorded as refused; the source is invalid and the stock stays", async () => {
  ids = (await world.store((await world.retailer()).id)).ids;
  await put("barcode,price,quantity\na,1,1\n");
  const feeds = {
    FeedTooComplex: gzipSync(`barcode,price,quantity\n${"a,1,2\n".repeat(600_000)}`),
    UnrecognisedFeed: gzipSync(gzipSync("barcode,price,quantity\na,1,2\n")),
  };
  for (const [code, feed] of Object.entries(feeds)) {
    await expect(put(feed)).rejects.toMatchObject({ cause: { code } });
    const [last] = (await createCaller(ctx).inventory.listIngests({ ...ids, page: { size: 1 } })).data;
    expect(last).toMatchObject({
      status: "refused",
      reason: expect.stringMatching(/100 times|Compress the file once/),
    });
    expect(await createCaller(ctx).inventory.getSource(ids)).toMatchObject({ status: "invalid" });
    expect(await shelf()).toEqual({ a: "1 × 1 low_stock" });
  }
});

/** Kills the parser processes of this process. */
function killParsers(): void {
  const children = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="]).toString().split("\n");
  for (const child of children) {
    const [pid, parent] = child.trim().split(/\s+/);
    if (parent === String(process.pid) && child.includes("parser-main")) process.kill(Number(pid), "SIGKILL");
  }
}

test("a killed parser loses no feed; a feed that ends its parser twice is recorded as refused", async () => {
  ids = (await world.store((await world.retailer()).id)).ids;
  const lines = Array.from({ length: 50_000 }, (_, n) => `${5_000_000 + n},1.50,${n % 2}`);
  const feed = `barcode,price,quantity\n${lines.join("\n")}\n5000000,9,9\n`;
  const putWith = (onLines: () => void) =>
    createCaller({ ...ctx, onLines }).inventory.putStock({ ...ids, mode: "update", feed: bytes(feed, 65_536) });
  await expect(putWith(killParsers)).rejects.toMatchObject({ cause: { code: "FeedTooComplex" } });
  const [last] = (await createCaller(ctx).inventory.listIngests({ ...ids, page: { size: 1 } })).data;
  expect(last).toMatchObject({ status: "refused", reason: expect.stringContaining("more memory or time") });
  expect(await items()).toEqual([]);
  let kills = 1;
  const ingest = await putWith(() => {
    if (kills-- > 0) killParsers();
  });
  expect(ingest).toMatchObject({ validLines: 50_000, rejectedLines: 1, newItems: 50_000, status: "applied" });
  expect((await events()).length).toBe(50_002);
  const again = await putWith(() => expect.unreachable("the same bytes are not read again"));
  expect(again).toMatchObject({ status: "unchanged", validLines: 50_000 });
});

test("if no parser can start, nothing is recorded and the source does not change", async () => {
  ids = (await world.store((await world.retailer()).id)).ids;
  await put("barcode,price,quantity\na,1,1\n");
  const { execPath } = process;
  killParsers();
  process.execPath = "/nowhere/node";
  try {
    const codes = new Set<unknown>();
    for (let n = 0; !codes.has("Unavailable"); n++) {
      const failed = await put(`barcode,price,quantity\na,1,2\n${"\n".repeat(n)}`).catch((error) => error.cause);
      codes.add(failed.code);
      expect(failed.code, "a feed without its parser").toBe("Unavailable");
    }
  } finally {
    process.execPath = execPath;
  }
  expect((await createCaller(ctx).inventory.listIngests({ ...ids, page: { size: 5 } })).data).toHaveLength(1);
  expect(await createCaller(ctx).inventory.getSource(ids)).toMatchObject({ status: "connected" });
});

describe("the columns of a feed", () => {
  beforeAll(async () => {
    ids = (await world.store((await world.retailer()).id, { name: "The Shambles", externalId: "shop-2" })).ids;
  });
  const shown = async (ingestId: string) =>
    (await createCaller(ctx).inventory.listRejections({ ...ids, ingestId, page: {} })).data.map(
      ({ line, code }) => `${line} ${code}`,
    );

  test("are those of this store where the file has columns of several stores", async () => {
    const ingest = await put(
      "GTIN,Price,Current Quantity Leeds,Current Quantity The Shambles\n5012345678900,4.50,1,2\n",
    );
    expect(ingest).toMatchObject({
      columns: { quantity: "Current Quantity The Shambles" },
      ignoredColumns: ["Current Quantity Leeds"],
    });
    expect(await shelf()).toEqual({ "5012345678900": "2 × 4.5 low_stock" });
  });

  test("can lack a price: known items keep theirs, and lines of new items are rejected", async () => {
    const ingest = await put("Barcode,Qty\n5012345678900,7\n5012345678917,3\n5012345678924,0\n5012345678917,4\n");
    expect(ingest).toMatchObject({ status: "applied", numberOfLines: 4, validLines: 1, inStockValidLines: 1 });
    expect(ingest).toMatchObject({ rejectedLines: 3, changedItems: 1, newItems: 0 });
    expect(await shown(ingest.id)).toEqual(["3 superseded", "4 missing_price", "5 missing_price"]);
    expect(await shelf()).toEqual({ "5012345678900": "7 × 4.5 in_stock" });
    expect(await put("Barcode,Qty,Price\n5012345678900,7,4.50\n")).toMatchObject({ changedItems: 0, validLines: 1 });
    expect(await put("Barcode,Qty\n999,7\n")).toMatchObject({ status: "refused", validLines: 0, rejectedLines: 1 });
  });

  test("can be chosen in the call, and the same bytes with other columns are another feed", async () => {
    const feed = "EAN,Trade,Till,Qty\n5012345678900,2,5,1\n";
    const asked = { ...ids, mode: "update" } as const;
    const { inventory } = createCaller(ctx);
    const first = await inventory.putStock({ ...asked, columns: { price: "Trade" }, feed: bytes(feed) });
    expect(first).toMatchObject({ status: "applied", columns: { price: "Trade" }, ignoredColumns: ["Till"] });
    const second = await inventory.putStock({ ...asked, columns: '{"price":"Till"}' as never, feed: bytes(feed) });
    expect(second).toMatchObject({ status: "applied", changedItems: 1, columns: { price: "Till" } });
    expect(await inventory.putStock({ ...asked, columns: { price: "Till" }, feed: bytes(feed) })).toMatchObject({
      ...{ status: "unchanged", columns: { price: "Till" }, ignoredColumns: ["Trade"] },
    });
    await expect(
      inventory.putStock({ ...asked, columns: { cost: "Trade" } as never, feed: bytes(feed) }),
    ).rejects.toThrow();
    const noJson = inventory.putStock({ ...asked, columns: "Trade" as never, feed: bytes(feed) });
    await expect(noJson).rejects.toThrow(/URL-encoded JSON/);
  });
});

test("after a large first feed PostgreSQL knows the number of items, so that searches get a good plan", async () => {
  const fresh = await createTestContext();
  try {
    const { ids } = await fresh.store((await fresh.retailer()).id);
    const lines = Array.from({ length: 10_000 }, (_, n) => `S-${n},1,1,GBP,new`);
    const feed = async function* () {
      yield Buffer.from(["barcode,price,quantity,currency,condition", ...lines].join("\n"));
    };
    await createCaller(fresh.ctx).inventory.putStock({ ...ids, feed: feed() });
    const [{ rows } = { rows: 0 }] = await fresh.ctx.db.query<{ rows: number }>(
      "SELECT reltuples::int AS rows FROM pg_class WHERE oid = 'stock_item'::regclass",
    );
    expect(rows).toBeGreaterThanOrEqual(10_000);
  } finally {
    await fresh.close();
  }
});
