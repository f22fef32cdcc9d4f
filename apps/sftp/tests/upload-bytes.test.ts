import fc from "fast-check";
import { expect, test } from "vitest";
import { UploadBytes } from "../src/upload-bytes.ts";

const LIMIT = 64 << 20;
const KiB = 1_024;

function startUpload(limit = LIMIT) {
  const pauses: boolean[] = [];
  const bytes = new UploadBytes({ limit, onPause: (isPaused) => pauses.push(isPaused) });
  const write = (offset: number, data: Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      bytes.write(offset, { data, done: (error) => (error ? reject(error) : resolve()) });
    });
  return { bytes, write, pauses };
}

const wholeOf = async (bytes: UploadBytes) => Buffer.concat(await Array.fromAsync(bytes));

test("writes in any order within the window give the bytes of the file", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc
        .uint8Array({ maxLength: 200 })
        .chain((file) =>
          fc.tuple(fc.constant(file), fc.uniqueArray(fc.nat(200), { maxLength: 20 }), fc.infiniteStream(fc.nat())),
        ),
      async ([file, cuts, order]) => {
        const ends = [...cuts.filter((cut) => cut > 0 && cut < file.length).toSorted((a, b) => a - b), file.length];
        const pieces = ends.map((end, n) => ({ at: ends[n - 1] ?? 0, data: file.subarray(ends[n - 1] ?? 0, end) }));
        const ranked = pieces.map((piece) => ({ piece, rank: order.next().value ?? 0 }));
        const { bytes, write } = startUpload();
        const whole = wholeOf(bytes);
        const written = ranked.toSorted((a, b) => a.rank - b.rank).map(({ piece }) => write(piece.at, piece.data));
        bytes.end();
        expect((await whole).equals(file)).toBe(true);
        await Promise.all(written);
      },
    ),
  );
});

test.each([
  ["beyond the window", 3 << 20, "byte 0 is next"],
  ["before the bytes that have arrived", 0, "byte 10 is next"],
])("a write %s ends the upload with a reason", async (_, offset, reason) => {
  const { bytes, write } = startUpload();
  const refused = expect(wholeOf(bytes)).rejects.toMatchObject({ code: "MalformedRequest" });
  if (offset === 0) await write(0, Buffer.alloc(10));
  await expect(write(offset, Buffer.alloc(5))).rejects.toThrow(reason);
  await refused;
});

test("a file with a gap fails at its end, and its waiting writes fail with the same reason", async () => {
  const { bytes, write } = startUpload();
  const whole = wholeOf(bytes);
  const early = write(10, Buffer.alloc(5));
  bytes.end();
  await expect(early).rejects.toThrow("The file lacks bytes from 0 on.");
  await expect(whole).rejects.toThrow("The file lacks bytes from 0 on.");
});

test("a file beyond the limit fails as the body of a call does", async () => {
  const { write } = startUpload(10);
  await expect(write(0, Buffer.alloc(11))).rejects.toMatchObject({ code: "PayloadTooLarge" });
});

test("the sender pauses while the reader is behind, and continues when the reader takes the bytes", async () => {
  const { bytes, write, pauses } = startUpload();
  const writes = Array.from({ length: 33 }, (_, n) => write(n * 32 * KiB, Buffer.alloc(32 * KiB)));
  expect(pauses).toEqual([true]);
  bytes.end();
  expect((await wholeOf(bytes)).length).toBe(33 * 32 * KiB);
  await Promise.all(writes);
  expect(pauses).toEqual([true, false]);
});

test("many small early writes are refused before they fill the memory", async () => {
  const { write } = startUpload();
  const writes = Array.from({ length: 300 }, (_, n) => write(2 + 2 * n, Buffer.alloc(1)));
  const outcomes = await Promise.allSettled(writes);
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(["rejected"]));
});
