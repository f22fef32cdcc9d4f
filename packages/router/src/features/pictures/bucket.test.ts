import { openBucket } from "@highstreet/providers";
import { startFakeBucket } from "@highstreet/providers/fake-bucket";
import { createTestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { pngOf } from "@highstreet/telemetry/testing/png";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import { removeOld } from "../retention/index.ts";
import { readPicture } from "./read-picture.ts";

const DAY = 24 * 3_600_000;
const t = await createTestContext({ settings: { publicUrl: "https://api.shop.example" } });
const s3 = await startFakeBucket({ key: "writer", secret: canary("bucket"), now: t.ctx.now });
afterAll(() => Promise.all([t.close(), s3.close()]));
const bucket = openBucket(s3.address(), t.ctx.now);
const ctx = { ...t.ctx, bucket };
const { ids } = await t.store((await t.retailer()).id);
const { retailerId } = ids;
await createCaller(ctx).inventory.patchStock({
  ...ids,
  body: [{ barcode: "mug", title: "Mug", price: 1, quantity: 2 }],
});

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
const put = async (shade: number, as = ctx, barcode = "mug") =>
  (await createCaller(as).pictures.put({ retailerId, barcode, feed: pieces(pngOf(100, 100, shade)) })).image?.[0] ?? "";
const pathOf = (url: string) => new URL(url).pathname.slice(1);
const stored = (url: string, as: Parameters<typeof readPicture>[0] = ctx) =>
  readPicture(as, { retailerId, token: /([\w-]{22})\.webp$/.exec(url)?.[1] ?? "" });
const retain = () => removeOld({ ...t.asSystem(), bucket }, { ingests: 90, history: 365, keys: 365, sessions: 30 });
const unavailable = { cause: { code: "Unavailable" } };

test("a picture is in the bucket under its address, and one of the database stays there", async () => {
  const { bucket: _, ...without } = ctx;
  const old = await put(1, without as typeof ctx);
  const url = await put(2);
  expect([...s3.objects.keys()]).toEqual([pathOf(url)]);
  const row = await ctx.db.prisma.picture.findFirstOrThrow({ where: { retailerId, bytes: new Uint8Array() } });
  expect(Number(row.size)).toBe(s3.objects.get(pathOf(url))?.length);
  expect([(await stored(url))?.length, await stored(url, without)]).toEqual([Number(row.size), undefined]);
  expect((await stored(old))?.length).toBeGreaterThan(0);
  expect([await put(2), s3.objects.size]).toEqual([url, 1]);
});

test("a bucket that refuses or is down stores nothing, and a refused edit leaves no object", async () => {
  const count = () => ctx.db.prisma.picture.count({ where: { retailerId } });
  const before = await count();
  await expect(put(10, { ...ctx, bucket: openBucket(s3.address("wrong"), t.ctx.now) })).rejects.toMatchObject(
    unavailable,
  );
  const late = () => new Date(t.ctx.now().getTime() + 20 * 60_000);
  await expect(put(10, { ...ctx, bucket: openBucket(s3.address(), late) })).rejects.toMatchObject(unavailable);
  await expect(put(10, ctx, "none")).rejects.toMatchObject({ cause: { code: "ProductNotFound" } });
  s3.goDown(true);
  await expect(put(10)).rejects.toMatchObject(unavailable);
  s3.goDown(false);
  expect([await count(), s3.objects.size]).toEqual([before, 1]);
});

test("the file of a picture gets its object again that a worker removed before it died", async () => {
  const url = await put(15);
  await put(2);
  await retain();
  s3.objects.delete(pathOf(url));
  expect(await put(15)).toBe(url);
  expect(s3.objects.has(pathOf(url))).toBe(true);
  await put(2);
  await retain();
  t.advance(30 * DAY + 1);
  await retain();
  expect(s3.objects.has(pathOf(url))).toBe(false);
});

test("an object goes 30 days after its last use, also after a bucket that was down, and with its retailer", async () => {
  const [old, next] = [await put(20), await put(21)];
  await retain();
  t.advance(30 * DAY + 1);
  s3.goDown(true);
  await expect(retain()).rejects.toThrow();
  s3.goDown(false);
  expect(s3.objects.has(pathOf(old))).toBe(true);
  await retain();
  expect([...s3.objects.keys()]).toEqual([pathOf(next)]);
  expect([await stored(old), (await stored(next)) !== undefined]).toEqual([undefined, true]);
  await createCaller(ctx).stores.delete(ids);
  await createCaller(ctx).retailers.delete({ retailerId });
  expect(s3.objects.size).toBe(0);
});
