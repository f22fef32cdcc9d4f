import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestTeam, type TestTeam } from "../../tests/staff/test-team.ts";
import { createKey } from "../features/keys/create-key.ts";
import { authenticateUpload } from "../features/keys/index.ts";
import { revokeKey } from "../features/keys/revoke-key.ts";
import type { Actor, Context } from "../kernel/context.ts";
import { scopes } from "../kernel/roles.schema.ts";
import { createCaller } from "../router.ts";
import { withCommitGuard } from "./call-context.ts";

let t: TestTeam;
beforeAll(async () => {
  t = await createTestTeam();
});
afterAll(() => t.close());

let ids: { retailerId: string; storeId: string };
let keyId: string;
let ctx: Context;
beforeEach(async () => {
  ids = (await t.store((await t.retailer()).id)).ids;
  const expiresAt = new Date(t.ctx.now().getTime() + 3_600_000);
  keyId = (await createKey(t.ctx, { body: { name: "k", scopes: [...scopes], expiresAt } })).id;
  ctx = t.asKey({ keyId, expiresAt });
});

const unauthorized = { cause: { code: "Unauthorized" } };
const stock = "barcode,price,quantity\n5000000000017,1.50,3\n";

/** A feed that arrives slowly. `during` runs after the first part has arrived. */
async function* feed(text: string, during: () => Promise<unknown>) {
  yield Buffer.from(text.slice(0, 30));
  await during();
  yield Buffer.from(text.slice(30));
}

async function nothingWasTaken(): Promise<void> {
  const caller = createCaller(t.ctx).inventory;
  expect((await caller.listItems(ids)).data).toEqual([]);
  expect((await caller.listIngests(ids)).data).toEqual([]);
}

const endings = {
  "is revoked": () => revokeKey(t.ctx, { keyId }),
  expires: async () => t.advance(3_600_000),
};

for (const [name, end] of Object.entries(endings)) {
  test(`a feed changes nothing if its API key ${name} while the feed arrives`, async () => {
    const call = createCaller(ctx).inventory.putStock({ ...ids, mode: "update", feed: feed(stock, end) });
    await expect(call).rejects.toMatchObject(unauthorized);
    await nothingWasTaken();
  });

  test(`product data changes nothing if its API key ${name} while the data arrives`, async () => {
    const products = feed("barcode,title\n5000000000017,A long title of a mug\n", end);
    const call = createCaller(ctx).products.putFeed({ retailerId: ids.retailerId, feed: products });
    await expect(call).rejects.toMatchObject(unauthorized);
    const { retailerId } = ids;
    expect(await t.ctx.db.query("SELECT FROM product WHERE retailer_id = $1", [retailerId])).toEqual([]);
  });
}

test("a call that waits for its transaction commits nothing once its key is revoked", async () => {
  const db = {
    ...ctx.db,
    sqlTransaction: (async (scope, work) => {
      await revokeKey(t.ctx, { keyId });
      return t.ctx.db.sqlTransaction(scope, work);
    }) as typeof ctx.db.sqlTransaction,
  };
  const line = { barcode: "5000000000017", price: 1, quantity: 1 };
  await expect(createCaller({ ...ctx, db }).inventory.patchStock({ ...ids, body: [line] })).rejects.toMatchObject(
    unauthorized,
  );
  await nothingWasTaken();
});

test("an upload changes nothing if its key is replaced while the file arrives", async () => {
  const connect = () =>
    createCaller(t.ctx).inventory.connect({ ...ids, body: { provider: "csv-upload", parameters: {} } });
  const { nextSteps } = await connect();
  const actor: Actor | null = await authenticateUpload(t.ctx.db, nextSteps?.uploadKey ?? "");
  for (const fileName of ["stock.csv", "products.csv"]) {
    const sent = { fileName, feed: feed(stock, connect) };
    await expect(createCaller(t.as(actor)).uploads.put(sent)).rejects.toMatchObject(unauthorized);
  }
  await nothingWasTaken();
});

test("a key revokes itself", async () => {
  await createCaller(ctx).keys.revoke({ keyId });
  await expect(createCaller(ctx).keys.revoke({ keyId })).rejects.toMatchObject({ cause: { code: "KeyNotFound" } });
});

/** The ends of a person's role, with the role that the person has before. */
const ends = {
  "an owner is removed": ["owner", (userId: string) => as(boss).remove({ ...shop(), userId })],
  "an owner becomes a viewer": [
    "owner",
    (userId: string) => as(boss).changeRole({ ...shop(), userId, role: "viewer" }),
  ],
  "a person loses the partner role": ["partner", (userId: string) => as(boss).remove({ userId })],
} as const;
let boss: Context;
const as = (caller: Context) => createCaller(caller).staff;
const shop = () => ({ retailerId: ids.retailerId });

for (const [name, [role, end]] of Object.entries(ends)) {
  test(`a file, a transaction and a single write change nothing if ${name} while the call runs`, async () => {
    boss = (await t.join(`boss-${keyId}@tills.example`, "partner")).ctx;
    await t.join(`other-${keyId}@shop.example`, "owner", ids.retailerId);
    const pat = await t.join(`pat-${keyId}@shop.example`, role, ids.retailerId);
    const refused = { cause: { code: name.includes("viewer") ? "InsufficientScope" : "Unauthorized" } };
    const caller = createCaller(pat.ctx);
    const stopped = feed(stock, () => end(pat.userId));
    await expect(caller.inventory.putStock({ ...ids, mode: "update", feed: stopped })).rejects.toMatchObject(refused);
    const products = feed("barcode,title\n5000000000017,A long title of a mug\n", async () => undefined);
    await expect(caller.products.putFeed({ ...shop(), feed: products })).rejects.toMatchObject(refused);
    const webhook = caller.alerts.saveWebhook({ ...shop(), url: null });
    await expect(webhook).rejects.toMatchObject(refused);
    await expect(caller.staff.invite({ ...shop(), email: "eve@x.example", role: "viewer" })).rejects.toMatchObject(
      refused,
    );
    expect(await t.ctx.db.prisma.product.count({ where: shop() })).toBe(0);
    expect(await t.ctx.db.prisma.staffInvitation.count({ where: shop() })).toBe(0);
    await nothingWasTaken();
  });
}

test("a file and an edit change nothing if the person's role loses a store, or other stores, while the call runs", async () => {
  const olga = await t.join(`olga-${keyId}@shop.example`, "owner", ids.retailerId);
  const second = (await t.store(ids.retailerId)).id;
  for (const [name, had, has] of [
    ["max", undefined, [ids.storeId]],
    ["mia", [ids.storeId, second], [second]],
    ["moe", [ids.storeId, second], []],
  ] as const) {
    const pat = await t.join(`${name}-${keyId}@shop.example`, "manager", ids.retailerId, had && [...had]);
    const narrow = () => as(olga.ctx).changeRole({ ...shop(), userId: pat.userId, role: "manager", stores: [...has] });
    const sent = feed(stock, narrow);
    const refused = { cause: { code: "InsufficientScope", message: /manager of chosen stores/ } };
    const { inventory } = createCaller(pat.ctx);
    await expect(inventory.putStock({ ...ids, mode: "update", feed: sent })).rejects.toMatchObject(refused);
    await expect(inventory.patchStock({ ...ids, body: [{ barcode: "1", price: 1 }] })).rejects.toMatchObject(refused);
  }
  await nothingWasTaken();
});

test("people end their own roles: by removal, by a lower role, and with their shop", async () => {
  const join = (name: string) => t.join(`${name}-${keyId}@shop.example`, "owner", ids.retailerId);
  const [ann, ben, cat] = [await join("ann"), await join("ben"), await join("cat")];
  await as(ann.ctx).remove({ ...shop(), userId: ann.userId });
  await as(ben.ctx).changeRole({ ...shop(), userId: ben.userId, role: "viewer" });
  await createCaller(t.ctx).stores.delete(ids);
  await createCaller(cat.ctx).retailers.delete(shop());
  expect(await t.ctx.db.prisma.retailer.count({ where: { id: ids.retailerId } })).toBe(0);
});

test("two owners who remove each other at once leave one, who is still an owner", async () => {
  const join = (name: string) => t.join(`${name}-${keyId}@shop.example`, "owner", ids.retailerId);
  const [ann, ben] = [await join("ann"), await join("ben")];
  await join("cat");
  const done = await Promise.allSettled([
    as(ann.ctx).remove({ ...shop(), userId: ben.userId }),
    as(ben.ctx).remove({ ...shop(), userId: ann.userId }),
  ]);
  expect(done.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await t.ctx.db.prisma.staffMember.count({ where: shop() })).toBe(2);
});

test("a person's call keeps the guard of its route", async () => {
  const pat = await t.join(`pat-${keyId}@shop.example`, "manager", ids.retailerId);
  const cancelled = withCommitGuard(pat.ctx, async () => Promise.reject(new Error("the upload was cancelled")));
  const sent = feed(stock, async () => undefined);
  const call = createCaller(cancelled).inventory.putStock({ ...ids, mode: "update", feed: sent });
  await expect(call).rejects.toThrow("cancelled");
  await nothingWasTaken();
});

test("no verb of a call writes outside of a guarded transaction", () => {
  const features = join(import.meta.dirname, "../features");
  const writes = /ctx\.db\.prisma\.\w+\.(create|update|upsert|delete)/;
  const found = globSync("**/*.ts", { cwd: features })
    .filter((path) => !path.endsWith(".test.ts") && writes.test(readFileSync(join(features, path), "utf8")))
    .map((path) => path.replaceAll("\\", "/"));
  // A job of the worker, which has no caller.
  expect(found).toEqual(["listings/read-listing-problems.ts"]);
});
