import { findRetailer } from "../access/find-retailer.ts";
import { itemKeyOf, readBarcode } from "../core/items/index.ts";
import type { Context } from "../kernel/context.ts";

const BATCH = 1_000;

/** Two items of a store with barcodes that a new line would read as one GTIN. The first one keeps its spelling as its key. */
export interface BarcodePair {
  retailerId: string;
  storeId: string;
  barcodes: [string, string];
  itemKeys: [string, string];
}

type Place = Pick<BarcodePair, "retailerId" | "storeId"> & { country: string };

/** The stores of a retailer, or of all. @throws RetailerNotFound */
export async function* storesWithItems(ctx: Context, retailerId?: string): AsyncGenerator<Place> {
  const { prisma } = ctx.db;
  const ids = retailerId
    ? [(await findRetailer(ctx, retailerId)).retailerId]
    : (await prisma.retailer.findMany({ select: { id: true } })).map(({ id }) => id);
  for (const id of ids) {
    const stores = await prisma.store.findMany({ where: { retailerId: id }, select: { id: true, country: true } });
    yield* stores.map((store) => ({ retailerId: id, storeId: store.id, country: store.country }));
  }
}

/** The pairs of items of a store that would be one. Reads in batches, so that memory stays small, and changes nothing. */
export async function* findBarcodePairs({ db }: Context, { country, ...store }: Place): AsyncGenerator<BarcodePair> {
  // Every rule counts, also those that need a cell of a file or a column of UPCs.
  const place = { isCell: true, name: () => "UPC", country };
  const select = { itemKey: true, barcode: true } as const;
  for (let last: string | undefined = ""; last !== undefined; ) {
    const where = { ...store, itemKey: { gt: last } };
    const items: { itemKey: string; barcode: string }[] = await db.prisma.stockItem.findMany({
      where,
      select,
      orderBy: { itemKey: "asc" },
      take: BATCH,
    });
    last = items[BATCH - 1]?.itemKey;
    const spelled = items.flatMap((item) => {
      const { barcode, exactKey } = readBarcode(item.barcode, place);
      return exactKey === item.itemKey ? { ...item, gtin: itemKeyOf(barcode) } : [];
    });
    if (!spelled.length) continue;
    const gtins = { ...store, itemKey: { in: spelled.map(({ gtin }) => gtin) } };
    const others = new Map(
      (await db.prisma.stockItem.findMany({ where: gtins, select })).map((one) => [one.itemKey, one]),
    );
    for (const { itemKey, barcode, gtin } of spelled) {
      const other = others.get(gtin);
      if (other) yield { ...store, barcodes: [barcode, other.barcode], itemKeys: [itemKey, gtin] };
    }
  }
}
