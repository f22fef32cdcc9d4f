import { BLOCK } from "@highstreet/delivery";
import { cleanBarcode } from "../../core/items/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import type { PageResult } from "../../kernel/paging.ts";
import { cursorToNumber } from "../../kernel/paging.ts";
import { type Scanned, scanPage, windowOf } from "../../kernel/scan.ts";
import { sanitizeForPostgres } from "../../kernel/text.ts";
import type { Delivery, ListDeliveries } from "./deliveries.schema.ts";
import { listDeliveriesSql } from "./deliveries.sql.ts";
import { type DeliveryRow, presentDelivery } from "./internal/delivery-row.ts";

/** A position above every sequence. */
const END = Number.MAX_SAFE_INTEGER;

/**
 * The log of a store's deliveries, newest first. It stays readable after the channel was removed.
 * @throws RetailerNotFound, StoreNotFound; MalformedRequest for an invalid cursor
 */
export async function listDeliveries(ctx: Context, input: ListDeliveries): Promise<PageResult<Delivery>> {
  const store = await findStore(ctx, input);
  const q = cleanBarcode(sanitizeForPostgres(input.q ?? "")) || null;
  const statements = listDeliveriesSql[input.status ?? "any"];
  const page = await scanPage<DeliveryRow>(
    input.page,
    (row) => String(row.sequence),
    async (position, candidates, limit) => {
      const blocks = Math.ceil(candidates / BLOCK);
      const rows = await ctx.db.query<Scanned<DeliveryRow>>(position?.back ? statements.back : statements.newestFirst, [
        ...[store.retailerId, store.storeId, cursorToNumber(position) ?? END, blocks, limit],
        ...[input.status ?? null, input.action ?? null, q],
      ]);
      return windowOf(rows, blocks);
    },
  );
  return { ...page, data: page.data.map(presentDelivery) };
}
