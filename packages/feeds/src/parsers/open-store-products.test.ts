import { expect, test } from "vitest";
import { tooMuchWork } from "../feed-error.ts";
import { openStoreProducts, type StoreProductResult } from "./open-stock-file.ts";

const PIECE = 1 << 16;
const lines = Array.from({ length: 100_000 }, (_, n) => `sku-${n},1,1,Mug ${n}\n`);
const file = Buffer.from(`sku,price,qty,name\n${lines.join("")}`);

/** Reads a feed. Reading or sending fails after a number of pieces. @returns the number of sent rows */
async function readUntil({ pieces = 1_000, sends = 1_000 }) {
  let left = 1_000;
  const feed = await openStoreProducts(
    {
      ...{ size: file.length, limit: 8 << 20, isUtf8: true, isPartial: false },
      async *bytes() {
        for (let at = 0; at < file.length; at += PIECE) {
          if (left-- <= 0) throw tooMuchWork(15);
          yield file.subarray(at, at + PIECE);
        }
      },
      read: async (position, length) => file.subarray(position, position + length),
    },
    { currency: "GBP", names: [] },
  );
  left = pieces;
  let rows = 0;
  let sent = 0;
  const send = async (text: string): Promise<void> => {
    if (sent++ >= sends) throw tooMuchWork(15);
    rows += text.split("\n").length - 1;
  };
  const result = await feed.read(send, () => undefined);
  return { rows, ...(result as StoreProductResult) };
}

test("without a limit, the product data of all lines is sent", async () => {
  expect(await readUntil({})).toMatchObject({ rows: lines.length, droppedValues: [] });
});

test.each([
  ["while it reads", { pieces: 20 }],
  ["while it sends", { sends: 10 }],
])(
  "beyond the processor time %s, the sent product data counts, and the first line without is named",
  async (_, until) => {
    const { rows, columns, droppedValues } = await readUntil(until);
    expect(rows).toBeGreaterThan(1_000);
    expect(rows).toBeLessThan(lines.length);
    expect(columns).toMatchObject({ title: "name" });
    expect(droppedValues).toEqual([
      {
        ...{ field: null, code: "too_much_work", value: null },
        ...{ line: rows + 2, lines: 1, message: expect.stringContaining("more than 15 seconds") },
      },
    ]);
  },
);
