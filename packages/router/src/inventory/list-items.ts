import { channelStatuses } from "../channels/index.ts";
import type { Context } from "../context.ts";
import { type PageResult, readPage } from "../paging.ts";
import { storable } from "../storable.ts";
import { findStore } from "../stores/index.ts";
import { wordPatterns } from "../word-patterns.ts";
import type { Item, ListItems } from "./inventory.schema.ts";
import { type ItemRow, itemColumns, items, presentItem } from "./present-item.ts";

const list = (order: "ASC" | "DESC"): string => `
  SELECT ${itemColumns}
  FROM ${items}
  WHERE e.retailer_id = $1 AND e.store_id = $2
    AND ($3::text IS NULL OR e.item_key ${order === "ASC" ? ">" : "<"} $3)
    AND ($4::text IS NULL OR e.status = $4)
    AND ($5::boolean IS NULL OR e.hidden = $5)
    AND ($6::text IS NULL OR (NOT e.hidden AND (e.channels IS NULL OR $6 = ANY (e.channels))))
    AND ($7::text IS NULL OR starts_with(e.barcode, $7) OR starts_with(e.item_key, $7) OR e.title ILIKE ALL ($8::text[]))
    AND ($9::timestamptz IS NULL OR e.updated_at >= $9)
  ORDER BY e.item_key ${order}
  LIMIT $10`;

const ascending = list("ASC");
const descending = list("DESC");

/** Items of a store by item key (contract §3). `status` means stock status, hidden or not. */
export async function listItems(ctx: Context, input: ListItems): Promise<PageResult<Item>> {
  const store = await findStore(ctx, input);
  const q = storable(input.q?.trim() ?? "") || null;
  const page = await readPage<ItemRow>(
    input.page,
    (row) => row.itemKey,
    (position, limit) =>
      ctx.db.query<ItemRow>(position?.back ? descending : ascending, [
        ...[store.retailerId, store.storeId, position?.key ?? null, input.status ?? null, input.hidden ?? null],
        ...[input.channel ?? null, q, q && wordPatterns(q), input.updatedSince ?? null, limit],
      ]),
  );
  const enabled = await channelStatuses(ctx.db, store.retailerId, store.storeId);
  const ofStore = enabled.get(store.storeId) ?? new Map();
  return { ...page, data: page.data.map((row) => presentItem(row, store.country, ofStore)) };
}
