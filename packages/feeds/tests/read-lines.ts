import { spool } from "../src/index.ts";
import { readStockHeader, type StockOptions } from "../src/read-stock.ts";
import { readStockLines } from "../src/read-stock-lines.ts";

/** What is read of a file in this process: `barcode pence thousandths` or `line code` for each line, and the skipped lines. */
export async function readLines(file: string | Buffer, options: Partial<StockOptions> = {}) {
  async function* pieces() {
    yield Buffer.from(file);
  }
  const bytes = await spool(pieces(), { limit: 1 << 20 });
  try {
    const feed = await readStockHeader(bytes, { currency: "GBP", names: ["Leeds", "S1"], ...options });
    const lines: string[] = [];
    await readStockLines(feed, {
      line: (_, { barcode, pence, thousandths }) => lines.push(`${barcode} ${pence} ${thousandths}`),
      rejected: (line, { code }) => lines.push(`${line} ${code}`),
      flush() {},
    });
    return { lines, skipped: feed.skippedLines };
  } finally {
    await bytes.close();
  }
}
