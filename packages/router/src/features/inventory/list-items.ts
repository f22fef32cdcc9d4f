import { channelStatuses } from "../../core/channels/index.ts";
import { itemKeyOf } from "../../core/items/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import type { PageResult } from "../../kernel/paging.ts";
import { type Scanned, scanPage, windowOf } from "../../kernel/scan.ts";
import { sanitizeForPostgres, wordPatterns } from "../../kernel/text.ts";
import { presentItem } from "./internal/present-item.ts";
import type { Item, ListItems } from "./inventory.schema.ts";
import { type ItemRow, itemsSql } from "./items.sql.ts";

/** The items of a store by item key. The filter `status` ignores whether an item is hidden. */
export async function listItems(ctx: Context, input: ListItems): Promise<PageResult<Item>> {
  const store = await findStore(ctx, input);
  const q = sanitizeForPostgres(input.q?.trim() ?? "") || null;
  const filters = [
    ...[input.status ?? null, input.hidden ?? null, input.channel ?? null],
    ...[q, q && wordPatterns(q), input.updatedSince ?? null, q && itemKeyOf(q)],
  ];
  const page = await scanPage<ItemRow>(
    input.page,
    (row) => row.itemKey,
    async (position, candidates, limit) => {
      // The empty key is below every key.
      const values = [store.retailerId, store.storeId, position?.key ?? "", candidates, limit, ...filters];
      const rows = await ctx.db.query<Scanned<ItemRow>>(position?.back ? itemsSql.back : itemsSql.forward, values);
      return windowOf(rows, candidates);
    },
  );
  const enabled = await channelStatuses(ctx.db, store.retailerId, [store.storeId]);
  const ofStore = enabled.get(store.storeId) ?? new Map();
  return { ...page, data: page.data.map((row) => presentItem(row, store.country, ofStore)) };
}
