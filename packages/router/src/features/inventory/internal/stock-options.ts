import { createHash } from "node:crypto";
import { presets, type Spool, type StockOptions } from "../../../core/feeds/index.ts";
import type { StoreRow } from "../../../core/stores/index.ts";
import type { Context } from "../../../kernel/context.ts";
import type { FeedMapping } from "../inventory.schema.ts";

/** The store as the files of its till name it. */
export const storeOptions = ({ currency, country, name, externalId }: StoreRow): StockOptions => ({
  ...{ currency, country },
  names: externalId === null ? [name] : [name, externalId],
});

/**
 * How to read a feed of a store: its currency, its names, and the columns that were chosen for it.
 * @param given the columns of this call, which win over those of the source
 */
export async function stockOptions(ctx: Context, store: StoreRow, given: FeedMapping = {}): Promise<StockOptions> {
  const { retailerId, storeId } = store;
  const source = await ctx.db.prisma.inventorySource.findFirst({
    where: { retailerId, storeId },
    select: { parameters: true, provider: true },
  });
  const kept = (source?.parameters as { columns?: FeedMapping } | undefined)?.columns;
  const { columns: usual, words } = presets.find(({ id }) => id === source?.provider) ?? {};
  const columns = { ...usual, ...kept, ...given };
  return { ...storeOptions(store), ...(Object.keys(columns).length > 0 && { columns }), ...(words && { words }) };
}

/** The digest of a feed. The same bytes with other columns are another feed. */
export function feedDigest(bytes: Spool, { columns }: StockOptions): Buffer {
  if (!columns) return bytes.digest;
  return createHash("sha256").update(bytes.digest).update(JSON.stringify(columns)).digest();
}
