import { handOver, type StockOptions, spool } from "../src/index.ts";
import { reader } from "./feed-reader.ts";

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
    const lines: string[] = [];
    const result = await feed.read((read) =>
      read(async (batch) =>
        handOver(batch, {
          line: ({ bytes: text, start, end, pence, thousandths, currency }) => {
            const barcode = Buffer.from(text.subarray(start, end)).toString();
            lines.push([barcode, pence, thousandths, ...(currency ? [currency] : [])].join(" "));
          },
          rejected: (line, _, rejection) => lines.push(`${line} ${rejection?.code}`),
        }),
      ),
    );
    return { lines, ...result };
  } finally {
    feed.close();
    await bytes.close();
  }
}
