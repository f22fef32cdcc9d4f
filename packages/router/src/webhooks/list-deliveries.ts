import type { Context } from "../context.ts";
import { numberOf } from "../number-position.ts";
import { type PageResult, readPage } from "../paging.ts";
import { storable } from "../storable.ts";
import { findStore } from "../stores/index.ts";
import type { Delivery, ListDeliveries } from "./deliveries.schema.ts";
import { type DeliveryRow, deliveries, presentDelivery } from "./delivery-row.ts";

/** Newest first; going back, oldest first. */
const list = (isBack: boolean): string => `
  SELECT * FROM ${deliveries} d
  WHERE ($3::bigint IS NULL OR sequence ${isBack ? ">" : "<"} $3)
    AND ($4::text IS NULL OR status = $4)
    AND ($5::text IS NULL OR action = $5)
    AND ($6::text IS NULL OR sequence::text = $6
         OR (action = 'inventory.update' AND strpos(data, '"barcode":' || left(to_json($6)::text, -1)) > 0))
  ORDER BY sequence ${isBack ? "ASC" : "DESC"}
  LIMIT $7`;

const forward = list(false);
const backward = list(true);

/**
 * The log of a store's deliveries, newest first (contract §6); it stays readable when the channel was removed.
 * @throws RetailerNotFound, StoreNotFound; MalformedRequest for a made-up cursor
 */
export async function listDeliveries(ctx: Context, input: ListDeliveries): Promise<PageResult<Delivery>> {
  const store = await findStore(ctx, input);
  const q = storable(input.q?.trim() ?? "") || null;
  const page = await readPage<DeliveryRow>(
    input.page,
    (row) => String(row.sequence),
    (position, limit) =>
      ctx.db.query<DeliveryRow>(position?.back ? backward : forward, [
        store.retailerId,
        store.storeId,
        numberOf(position),
        input.status ?? null,
        input.action ?? null,
        q,
        limit,
      ]),
  );
  return { ...page, data: page.data.map(presentDelivery) };
}
