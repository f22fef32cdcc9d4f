import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { pngOf } from "@highstreet/telemetry/testing/png";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import { removeOld } from "../retention/index.ts";
import { readPicture } from "./read-picture.ts";

const DAY = 24 * 3_600_000;
const settings = { publicUrl: "https://api.shop.example", quotas: {} as { pictures?: number } };
let t: TestContext;
let ids: { retailerId: string; storeId: string };
beforeAll(async () => {
  t = await createTestContext({ settings });
  ids = (await t.store((await t.retailer()).id)).ids;
  const body = [{ barcode: "mug", title: "Mug", price: 1, quantity: 2 }];
  await createCaller(t.ctx).inventory.patchStock({ ...ids, body });
});
afterAll(() => t.close());

const api = (ctx = t.ctx) => createCaller(ctx);
async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
const put = (
  shade: number,
  { ctx = t.ctx, ...more } = {} as { ctx?: typeof t.ctx; storeId?: string; barcode?: string },
) =>
  api(ctx).pictures.put({
    retailerId: ids.retailerId,
    barcode: "mug",
    ...more,
    feed: pieces(pngOf(100, 100, shade)),
  });
const tokenOf = (url = ""): string => /\/([\w-]{22})\.webp$/.exec(url)?.[1] ?? "";
const stored = (url = "") => readPicture(t.ctx, { retailerId: ids.retailerId, token: tokenOf(url) });
const images = async () => (await api().inventory.getItem({ ...ids, barcode: "mug" })).images;
const retain = () => removeOld(t.asSystem(), { ingests: 90, history: 365, keys: 365, sessions: 30 });

test("a picture becomes an edit with an address that nobody can guess, and the history takes it back", async () => {
  const { image, version } = await put(10);
  expect(image).toEqual([
    expect.stringMatching(`^https://api.shop.example/pictures/${ids.retailerId}/[\\w-]{22}.webp$`),
  ]);
  expect(await images()).toEqual(image);
  expect(Buffer.from((await stored(image?.[0])) ?? []).toString("latin1", 8, 12)).toBe("WEBP");
  expect(await put(10)).toMatchObject({ image, version });
  const [entry] = (await api().history.list({ retailerId: ids.retailerId, page: { size: 1 } })).data;
  await api().history.revert({ retailerId: ids.retailerId, entryId: entry?.id ?? "" });
  expect(await images()).toEqual([]);
});

test("a store has a picture of its own, and the console adds one that no product shows yet", async () => {
  const [all, own] = [await put(20), await put(21, { storeId: ids.storeId })];
  expect(own).toMatchObject({ storeId: ids.storeId });
  expect([await images(), all.image]).not.toEqual([all.image, own.image]);
  const added = await api().pictures.add({ retailerId: ids.retailerId, feed: pieces(pngOf(100, 100, 22)) });
  expect([added.isPublic, await images()]).toEqual([true, own.image]);
  const local = { ...t.ctx, settings: { ...settings, allowLocalWebhooks: false, publicUrl: "http://10.0.0.1:4000" } };
  const feed = pieces(pngOf(100, 100, 22));
  expect(await api(local).pictures.add({ retailerId: ids.retailerId, feed })).toMatchObject({ isPublic: false });
});

test("a refused call stores no picture: another partner, a scope, an unknown product or store, an old version", async () => {
  const count = () => t.ctx.db.prisma.picture.count({ where: { retailerId: ids.retailerId } });
  const before = await count();
  const stranger = await t.newPartner();
  const code = (name: string) => ({ cause: { code: name } });
  await expect(put(30, { ctx: t.asKey({ partnerId: stranger.partnerId }) })).rejects.toMatchObject(
    code("RetailerNotFound"),
  );
  await expect(put(30, { ctx: t.asKey({ scopes: new Set(["inventory:read"]) }) })).rejects.toMatchObject(
    code("InsufficientScope"),
  );
  await expect(put(30, { barcode: "none" })).rejects.toMatchObject(code("ProductNotFound"));
  await expect(put(30, { storeId: ids.retailerId })).rejects.toMatchObject(code("StoreNotFound"));
  await expect(put(30, { ctx: { ...t.ctx, ifMatch: new Set([99]) } })).rejects.toMatchObject(
    code("PreconditionFailed"),
  );
  expect(await count()).toBe(before);
});

test("a partner has room for a number of bytes, in all shops together", async () => {
  settings.quotas.pictures = 1;
  const other = (await t.store((await t.retailer()).id)).ids;
  const refused = { cause: { code: "QuotaExceeded", members: { quota: "pictures", limit: 1 } } };
  await expect(put(40)).rejects.toMatchObject(refused);
  const add = api().pictures.add({ retailerId: other.retailerId, feed: pieces(pngOf(100, 100, 40)) });
  await expect(add).rejects.toMatchObject(refused);
  // A known picture needs no room.
  await put(20);
  delete settings.quotas.pictures;
});

test("a picture stays that only a product feed, a stock file or an edit for search shows", async () => {
  const { retailerId } = ids;
  const add = async (shade: number) =>
    (await api().pictures.add({ retailerId, feed: pieces(pngOf(100, 100, shade)) })).url;
  const [inFeed, inStock, forSearch] = [await add(60), await add(61), await add(62)];
  const feed = pieces(Buffer.from(`barcode,title,image\nmug,Mug,${inFeed}\n`));
  await api().products.putFeed({ retailerId, feed });
  await api().inventory.patchStock({
    ...ids,
    body: [{ barcode: "cup", title: "Cup", price: 1, quantity: 2, image: inStock }],
  });
  const body = { for: { search: { image: [forSearch] } } };
  await api().customizations.edit({ retailerId, barcode: "mug", body });
  await retain();
  t.advance(31 * DAY);
  await retain();
  for (const url of [inFeed, inStock, forSearch]) expect(await stored(url)).toBeDefined();
});

test("a picture goes 30 days after the last edit that shows it, and one in use stays", async () => {
  const [old] = (await put(50)).image ?? [];
  t.advance(100 * DAY);
  await retain();
  expect(await stored(old)).toBeDefined();
  const [next] = (await put(51)).image ?? [];
  await retain();
  t.advance(30 * DAY);
  await retain();
  expect(await stored(old)).toBeDefined();
  t.advance(1);
  await retain();
  expect([await stored(old), (await stored(next)) === undefined]).toEqual([undefined, false]);
});
