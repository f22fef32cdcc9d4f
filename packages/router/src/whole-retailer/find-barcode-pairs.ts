import { itemKeyOf, readBarcode } from "../core/items/index.ts";
import type { Context } from "../kernel/context.ts";
import { findRetailer } from "../kernel/find-retailer.ts";

const BATCH = 1_000;

/** Two items of a store with barcodes that a new line would read as one GTIN. The first one keeps its spelling as its key. */
export interface BarcodePair {
  retailerId: string;
  storeId: string;
  barcodes: [string, string];
  itemKeys: [string, string];
}

/** Reads rows in batches, each after the `key` of the last row. */
async function* inBatches<Row>(read: (after: string | undefined) => Promise<Row[]>, key: (row: Row) => string) {
  for (let last: string | undefined; ; ) {
    const rows: Row[] = await read(last);
    yield rows;
    const end = rows.at(-1);
    if (rows.length < BATCH || end === undefined) return;
    last = key(end);
  }
}

/**
 * The pairs of items that would be one, in the stores of a retailer or of all, store by store. Changes nothing.
 * @param onStore called for each store
 * @throws RetailerNotFound
 */
export async function* findBarcodePairs(
  ctx: Context,
  input: { retailerId?: string | undefined; onStore: () => void },
): AsyncGenerator<BarcodePair> {
  const { prisma } = ctx.db;
  const page = { orderBy: { id: "asc" }, take: BATCH } as const;
  const retailers = inBatches(
    (gt) => prisma.retailer.findMany({ where: { id: gt === undefined ? {} : { gt } }, select: { id: true }, ...page }),
    ({ id }) => id,
  );
  const one = async () => [[{ id: (await findRetailer(ctx, input.retailerId ?? "")).retailerId }]];
  for await (const batch of input.retailerId === undefined ? retailers : await one()) {
    for (const { id: retailerId } of batch) {
      const stores = inBatches(
        (gt) => prisma.store.findMany({ where: { retailerId, ...(gt !== undefined && { id: { gt } }) }, ...page }),
        ({ id }) => id,
      );
      for await (const some of stores) {
        for (const { id: storeId, country } of some) {
          input.onStore();
          yield* pairsOf(ctx, { retailerId, storeId, country });
        }
      }
    }
  }
}

async function* pairsOf(
  { db }: Context,
  { country, ...store }: { retailerId: string; storeId: string; country: string },
): AsyncGenerator<BarcodePair> {
  // Every rule counts, also those that need a cell of a file or a column of UPCs.
  const place = { isCell: true, name: () => "UPC", country };
  const select = { itemKey: true, barcode: true } as const;
  const items = inBatches(
    (gt = "") =>
      db.prisma.stockItem.findMany({
        where: { ...store, itemKey: { gt } },
        ...{ select, orderBy: { itemKey: "asc" }, take: BATCH },
      }),
    ({ itemKey }) => itemKey,
  );
  for await (const batch of items) {
    const spelled = batch.flatMap((item) => {
      const { barcode, exactKey } = readBarcode(item.barcode, place);
      return exactKey === item.itemKey ? { ...item, gtinKey: itemKeyOf(barcode) } : [];
    });
    if (!spelled.length) continue;
    const where = { ...store, itemKey: { in: spelled.map(({ gtinKey }) => gtinKey) } };
    const others = await db.prisma.stockItem.findMany({ where, select });
    const byKey = new Map(others.map((other) => [other.itemKey, other]));
    for (const { itemKey, barcode, gtinKey } of spelled) {
      const other = byKey.get(gtinKey);
      if (other) yield { ...store, barcodes: [barcode, other.barcode], itemKeys: [itemKey, gtinKey] };
    }
  }
}
