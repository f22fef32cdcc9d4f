import { readFileSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { pngOf } from "@highstreet/telemetry/testing/png";
import sharp from "sharp";
import { expect, test } from "vitest";
import { createFeedReader, spool } from "../index.ts";

const reader = createFeedReader(() => ({ take: async () => undefined, give: () => undefined }));
async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
async function read(bytes: Uint8Array) {
  const file = await spool(pieces(bytes), { limit: 10 << 20 });
  try {
    return await reader.readPicture(file);
  } finally {
    await file.close();
  }
}
const refused = (words: string) => ({ code: "InvalidPicture", message: expect.stringContaining(words) });

/** Noise does not compress, so it has many bytes. */
const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, noise: { type: "gaussian", mean: 128, sigma: 40 }, background: "red" },
  });
const photo = await noise(2_000, 1_000)
  .withExif({ IFD0: { Make: "Phone" }, IFD3: { GPSLatitude: "51/1 30/1 0/1", GPSLatitudeRef: "N" } })
  .withMetadata({ orientation: 6 })
  .jpeg()
  .toBuffer();

test("a photo becomes an upright WebP of at most 1,600 pixels, without the place where it was taken", async () => {
  const taken = await sharp(photo).metadata();
  expect([taken.exif?.includes("Phone"), taken.orientation]).toEqual([true, 6]);
  const { bytes, width, height } = await read(photo);
  expect([width, height]).toEqual([800, 1_600]);
  const found = await sharp(bytes).metadata();
  expect(found).toMatchObject({ format: "webp", width: 800, height: 1_600 });
  expect([found.exif, found.xmp, found.icc, found.orientation]).toEqual([undefined, undefined, undefined, undefined]);
  expect(Buffer.from(bytes).includes("EXIF")).toBe(false);
});

test("small pictures keep their size, and WebP and PNG with transparency are read", async () => {
  const clear = { width: 100, height: 120, channels: 4 as const, background: { r: 1, g: 2, b: 3, alpha: 0 } };
  for (const format of ["png", "webp"] as const) {
    const { bytes, ...size } = await read(await sharp({ create: clear }).toFormat(format).toBuffer());
    expect([size, (await sharp(bytes).metadata()).hasAlpha]).toEqual([{ width: 100, height: 120 }, true]);
  }
});

test("a bomb of 100 megapixels in 100 KB is refused by its header", async () => {
  const bomb = pngOf(10_000, 10_000);
  expect(bomb.length).toBeLessThan(200_000);
  await expect(read(bomb)).rejects.toMatchObject(refused("10000 × 10000"));
  await expect(read(pngOf(99, 500))).rejects.toMatchObject(refused("at least 100"));
});

test.each([
  ["half a photo", photo.subarray(0, photo.length / 2), "damaged"],
  ["a PNG that ends in its data", pngOf(300, 300).subarray(0, 60), "damaged"],
  ["bytes after the sign of a JPEG", Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(500, 7)]), "damaged"],
  ["SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"/>'), "SVG"],
  ["SVG after XML", Buffer.from('\ufeff<?xml version="1.0"?><svg width="200" height="200"/>'), "SVG"],
  ["HTML", Buffer.from("<!DOCTYPE html><script>1</script>"), "HTML"],
  ["HEIC", Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1"), "HEIC"],
  ["a GIF", await sharp(pngOf(200, 200)).gif().toBuffer(), "GIF"],
  ["an AVIF", await sharp(pngOf(200, 200)).avif({ effort: 0 }).toBuffer(), "AVIF"],
  ["a TIFF", await sharp(pngOf(200, 200)).tiff().toBuffer(), "no JPEG"],
  ["nothing", Buffer.alloc(0), "no JPEG"],
])("%s is refused", async (_name, bytes, words) => {
  await expect(read(bytes)).rejects.toMatchObject(refused(words));
});

/** The processes that this process has started. */
const children = (): number[] =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);

test.skipIf(process.platform !== "linux").each([1, 2])(
  "a process that is killed is replaced once, and then the picture is refused (%d kills)",
  async (kills) => {
    const earlier = new Set(children());
    const reading = Promise.allSettled([read(photo)]);
    const killed = new Set<number>();
    while (killed.size < kills) {
      const pid = children().find((one) => !earlier.has(one) && !killed.has(one));
      if (pid !== undefined) killed.add(pid) && process.kill(pid, "SIGKILL");
      await nextTurn();
    }
    const [end] = await reading;
    if (kills === 1) expect(end).toMatchObject({ status: "fulfilled", value: { width: 800 } });
    else expect(end).toMatchObject({ status: "rejected", reason: refused("too much memory or time") });
  },
);
