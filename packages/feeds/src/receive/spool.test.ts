import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { spool } from "./spool.ts";

async function* pieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

const limit = 64 << 20;
const random = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, n) => (n * 2_654_435_761) >>> 24));

test.each([0, 1, 65_535, 65_536, 65_537, 4 << 20, (4 << 20) + 1, 5_000_000])(
  "%i bytes come back as they were, from the beginning and from anywhere, more than once",
  async (length) => {
    const bytes = random(length);
    const body = await spool(pieces(bytes, 10_007), { limit });
    for (const _ of [1, 2]) {
      const back: Buffer[] = [];
      for await (const piece of body.bytes()) {
        expect(piece.length).toBeLessThanOrEqual(65_536);
        back.push(Buffer.from(piece));
      }
      expect(Buffer.concat(back).equals(bytes)).toBe(true);
    }
    for (const at of [0, length >> 1, length - 3, length]) {
      const some = await body.read(Math.max(0, at), 100_000);
      expect(Buffer.from(some).equals(bytes.subarray(Math.max(0, at), Math.max(0, at) + 100_000))).toBe(true);
    }
    expect(body.size).toBe(length);
    expect(body.digest.equals(createHash("sha256").update(bytes).digest())).toBe(true);
    await body.close();
  },
);

test("whether bytes are UTF-8 is the same, however they are cut", async () => {
  const bytes = fc.oneof(
    fc.string({ unit: "binary", maxLength: 20 }).map((text) => Buffer.from(text)),
    fc
      .array(fc.constantFrom(0x61, 0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x8e, 0xa9, 0xff))
      .map((all) => Buffer.from(all)),
  );
  await fc.assert(
    fc.asyncProperty(bytes, fc.integer({ min: 1, max: 5 }), async (all, length) => {
      const { isUtf8 } = await spool(pieces(all, length), { limit });
      const isRight = Buffer.from(all.toString()).equals(all);
      // Bytes that begin like gzip are unpacked, so they do not count here.
      if (all[0] !== 0x1f) expect(isUtf8).toBe(isRight);
    }),
  );
});

test("the first bytes of a gzip file give the first unpacked bytes", async () => {
  const bytes = random(300_000);
  const packed = gzipSync(bytes);
  const body = await spool(pieces(packed.subarray(0, 100_000), 7_001), { limit, partial: true });
  expect(body.size).toBeGreaterThan(50_000);
  expect(Buffer.from(await body.read(0, body.size)).equals(bytes.subarray(0, body.size))).toBe(true);
});

test("an error during the upload leaves no file and is thrown unchanged", async () => {
  const own = await mkdtemp(join(tmpdir(), "highstreet-test-"));
  vi.stubEnv("TMPDIR", own);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(own, { recursive: true });
  });
  async function* broken() {
    yield random(6 << 20);
    throw new Error("the connection is gone");
  }
  await expect(spool(broken(), { limit })).rejects.toThrow("the connection is gone");
  await expect(spool(pieces(random(6 << 20), 65_536), { limit: 5 << 20 })).rejects.toMatchObject({
    code: "PayloadTooLarge",
  });
  expect(await readdir(own)).toEqual([]);
});
