import { createHash } from "node:crypto";
import { presets, type Spool, type StockOptions } from "../../../core/feeds/index.ts";
import type { StoreRow } from "../../../core/stores/index.ts";
import type { Context } from "../../../kernel/context.ts";
import type { FeedMapping } from "../inventory.schema.ts";

/** The store as the files of its till name it. */
export const storeOptions = ({ currency, country, name, externalId }: StoreRow): StockOptions => ({
  currency,
  country,
  names: externalId === null ? [name] : [name, externalId],
});

/** Maximum number of stores of a retailer whose names can make a column of places a column of stores. */
const MAX_STORES = 10_000;

/** The store codes of search listings, by store. */
async function storeCodes(ctx: Context, { retailerId }: StoreRow): Promise<Map<string, string>> {
  const channels = await ctx.db.prisma.channel.findMany({
    where: { retailerId, channel: "search" },
    select: { storeId: true, parameters: true },
    take: MAX_STORES,
  });
  const codes = channels.map(({ storeId, parameters }) => [storeId, (parameters as SearchCode).storeCode] as const);
  return new Map(codes.filter((entry): entry is [string, string] => Boolean(entry[1])));
}
type SearchCode = { storeCode?: string | null };

/** What a source keeps about the files of its store. */
interface KeptOptions {
  columns?: FeedMapping;
  decimalSign?: StockOptions["decimalSign"];
}

/**
 * How to read a feed of a store: its currency, the names of the stores, and the columns and decimal sign that were chosen for it.
 * @param given the columns of this call, which win over those of the source
 */
export async function stockOptions(ctx: Context, store: StoreRow, given: FeedMapping = {}): Promise<StockOptions> {
  const { retailerId, storeId } = store;
  const source = await ctx.db.prisma.inventorySource.findFirst({
    where: { retailerId, storeId },
    select: { parameters: true, provider: true },
  });
  const stores = await ctx.db.prisma.store.findMany({
    where: { retailerId },
    select: { name: true, externalId: true },
    take: MAX_STORES,
  });
  const codes = await storeCodes(ctx, store);
  const { columns: kept, decimalSign } = (source?.parameters ?? {}) as KeptOptions;
  const { columns: usual, words } = presets.find(({ id }) => id === source?.provider) ?? {};
  const columns = { ...usual, ...kept, ...given };
  const own = storeOptions(store);
  const code = codes.get(storeId);
  return {
    ...own,
    names: code ? [...own.names, code] : own.names,
    stores: [
      ...stores.flatMap(({ name, externalId }) => (externalId ? [name, externalId] : [name])),
      ...codes.values(),
    ],
    ...(Object.keys(columns).length > 0 && { columns }),
    ...(words && { words }),
    ...(decimalSign && { decimalSign }),
  };
}

/** Raise it when the rules of lines change, so that the next file is read by the new rules even if its bytes are the same. */
const RULES = 2;

/** The digest of a feed. The same bytes that are read in another way are another feed. */
export function feedDigest(bytes: Spool, { columns, decimalSign }: StockOptions): Buffer {
  const hash = createHash("sha256").update(bytes.digest);
  return hash.update(JSON.stringify([RULES, columns, decimalSign])).digest();
}
