import type { Context } from "../context.ts";
import { idOf } from "../id-position.ts";
import { itemKeyOf } from "../inventory/index.ts";
import { type PageResult, readPage } from "../paging.ts";
import { findRetailer } from "../retailers/index.ts";
import { storable } from "../storable.ts";
import type { Customization, ListCustomizations } from "./customizations.schema.ts";
import { type CustomizationRow, customizationColumns, presentCustomization } from "./present-customization.ts";

const BATCH = 1_000;

const list = (beyond: ">" | "<", order: "ASC" | "DESC"): string => `
  SELECT ${customizationColumns} FROM customization
  WHERE retailer_id = $1 AND ($2::uuid IS NULL OR customization_id ${beyond} $2)
    AND ($3::text IS NULL OR item_key = $3) AND ($4::uuid IS NULL OR store_id = $4)
    AND ($5::boolean IS NULL OR hidden = $5) AND ($6::text IS NULL OR $6 = ANY (channels))
    AND ($7::timestamptz IS NULL OR updated_at >= $7)
  ORDER BY customization_id ${order} LIMIT $8`;

const forth = list(">", "ASC");
const back = list("<", "DESC");

/**
 * The customizations of a retailer, store-level ones included, the oldest first (contract §4): all of them, read in batches,
 * so that memory stays flat; or one page, where a page is asked for.
 */
export async function listCustomizations(
  ctx: Context,
  input: ListCustomizations,
): Promise<AsyncIterable<Customization> | PageResult<Customization>> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const filters = [
    input.barcode === undefined ? null : itemKeyOf(storable(input.barcode.trim())),
    input.storeId ?? null,
    input.hidden ?? null,
    input.channel ?? null,
    input.updatedSince ?? null,
  ];
  const read = (id: string | null, limit: number, isBack = false): Promise<CustomizationRow[]> =>
    ctx.db.query(isBack ? back : forth, [retailerId, id, ...filters, limit]);

  if (input.page) {
    const { data, ...neighbours } = await readPage<CustomizationRow>(
      input.page,
      (row) => row.id,
      (position, limit) => read(idOf(position), limit, position?.back),
    );
    return { data: data.map(presentCustomization), ...neighbours };
  }

  async function* all(): AsyncGenerator<Customization> {
    let last: string | null = null;
    for (;;) {
      const rows: CustomizationRow[] = await read(last, BATCH);
      yield* rows.map(presentCustomization);
      last = rows.at(-1)?.id ?? null;
      if (rows.length < BATCH) return;
    }
  }
  return all();
}
