import { spool } from "../src/index.ts";
import { hasPlaces, readStockHeader, type StockOptions } from "../src/read-stock.ts";
import { readStockLines } from "../src/read-stock-lines.ts";

/** What is read of a file in this process: `barcode pence thousandths` or `line code` for each line, and the skipped lines. */
export async function readLines(file: string | Buffer, options?: Partial<StockOptions>) {
  const { lines, skipped } = await readParts(file, options);
  return { lines, skipped };
}

/** The same with the parts of the stock that the lines name, and whether several quantities of a barcode can be such parts. */
export async function readParts(file: string | Buffer, options: Partial<StockOptions> = {}) {
  async function* pieces() {
    yield Buffer.from(file);
  }
  const bytes = await spool(pieces(), { limit: 1 << 20 });
  try {
    const feed = await readStockHeader(bytes, { currency: "GBP", names: ["Leeds", "S1"], ...options });
    const lines: string[] = [];
    const pieces: string[] = [];
    await readStockLines(feed, {
      line(_, { barcode, pence, thousandths, piece }) {
        lines.push(`${barcode} ${pence} ${thousandths}`);
        if (piece) pieces.push(piece.trim());
      },
      rejected: (line, { code }) => lines.push(`${line} ${code}`),
      flush() {},
    });
    return { lines, pieces, skipped: feed.skippedLines, hasPlaces: hasPlaces(feed) };
  } finally {
    await bytes.close();
  }
}
