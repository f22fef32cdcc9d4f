import { type StockOptions, spool } from "../src/index.ts";
import { reader } from "./feed-reader.ts";
import { stagedLines } from "./staged-lines.ts";

const store: StockOptions = { currency: "GBP", names: ["The Shambles", "shop-2"] };

/** What is read of an export: valid lines as `barcode pence thousandths`, other lines as `line code`. */
export async function readExport(file: string | Buffer, options: Partial<StockOptions> = {}) {
  async function* pieces() {
    yield Buffer.from(file);
  }
  const bytes = await spool(pieces(), { limit: 1 << 20 });
  const feed = await reader.openStock(bytes, { ...store, ...options }).catch(async (error: unknown) => {
    await bytes.close();
    throw error;
  });
  try {
    const staged: Uint8Array[] = [];
    const result = await feed.read((read) => read(async (rows) => void staged.push(rows)));
    const texts = result.rejections.map(({ line, code }): [number, string] => [line, `${line} ${code}`]);
    const pieces: string[] = [];
    for (const { line, read } of stagedLines(Buffer.concat(staged))) {
      if (!read) continue;
      if (read.piece) pieces.push(read.piece.trim());
      const { barcode, pence, thousandths, currency } = read;
      texts.push([line, [barcode, pence ?? 0, thousandths ?? 0, ...(currency ? [currency] : [])].join(" ")]);
    }
    return { lines: texts.toSorted(([a], [b]) => a - b).map(([, text]) => text), pieces, ...result };
  } finally {
    feed.close();
    await bytes.close();
  }
}
