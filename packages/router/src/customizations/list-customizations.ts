import { resolveChannel } from "../channels/index.ts";
import type { Context } from "../context.ts";
import { itemKeyOf } from "../inventory/index.ts";
import { findRetailer } from "../retailers/index.ts";
import type { Customization, ListCustomizations } from "./customizations.schema.ts";
import { type CustomizationRow, customizationColumns, presentCustomization } from "./present-customization.ts";

const BATCH = 1_000;

const list = `
  SELECT ${customizationColumns} FROM customization
  WHERE retailer_id = $1 AND ($2::uuid IS NULL OR customization_id > $2)
    AND ($3::text IS NULL OR item_key = $3) AND ($4::uuid IS NULL OR store_id = $4)
    AND ($5::boolean IS NULL OR hidden = $5) AND ($6::text IS NULL OR $6 = ANY (channels))
    AND ($7::timestamptz IS NULL OR updated_at >= $7)
  ORDER BY customization_id LIMIT ${BATCH}`;

/** All customizations of a retailer, store-level ones included, the oldest first: read in batches, so memory stays flat. */
export async function listCustomizations(
  ctx: Context,
  input: ListCustomizations,
): Promise<AsyncIterable<Customization>> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const filters = [
    input.barcode === undefined ? null : itemKeyOf(input.barcode.trim().replaceAll("\0", "")),
    input.storeId ?? null,
    input.hidden ?? null,
    input.channel === undefined ? null : resolveChannel(input.channel),
    input.updatedSince ?? null,
  ];
  async function* read(): AsyncGenerator<Customization> {
    let last: string | null = null;
    for (;;) {
      const rows: CustomizationRow[] = await ctx.db.query(list, [retailerId, last, ...filters]);
      yield* rows.map(presentCustomization);
      last = rows.at(-1)?.id ?? null;
      if (rows.length < BATCH) return;
    }
  }
  return read();
}
