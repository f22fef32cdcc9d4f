import { findItem } from "../../core/items/index.ts";
import type { Context } from "../../kernel/context.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";
import type { PageResult, Position } from "../../kernel/paging.ts";
import { cursorToId, LOWEST_ID } from "../../kernel/paging.ts";
import { type Scanned, scanPage, type Window, windowOf } from "../../kernel/scan.ts";
import type { Customization, ListCustomizations } from "./customizations.schema.ts";
import { type CustomizationRow, customizationsSql } from "./customizations.sql.ts";
import { presentCustomization } from "./internal/present-customization.ts";

/** The first batch is small, so that the caller soon has the first byte. */
const FIRST_BATCH = 100;
const BATCH = 1_000;

/**
 * The customizations of a retailer for all stores and for single stores, oldest first. Returns one page if the call asks for a
 * page. Otherwise returns all of them, and reads them in batches so that memory stays small.
 */
export async function listCustomizations(
  ctx: Context,
  input: ListCustomizations,
): Promise<AsyncIterable<Customization> | PageResult<Customization>> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const { barcode, storeId } = input;
  const itemKey =
    barcode === undefined ? undefined : (await findItem(ctx.db, { retailerId, storeId }, barcode)).itemKey;
  const statements = itemKey === undefined ? customizationsSql.ofRetailer : customizationsSql.ofItem;
  const filters = [
    ...[storeId ?? null, input.hidden ?? null, input.channel ?? null, input.updatedSince ?? null],
    ...(itemKey === undefined ? [] : [itemKey]),
  ];
  const read = async (
    position: Position | undefined,
    candidates: number,
    limit: number,
  ): Promise<Window<CustomizationRow>> => {
    const values = [retailerId, cursorToId(position) ?? LOWEST_ID, candidates, limit, ...filters];
    const statement = position?.back ? statements.back : statements.forward;
    return windowOf(await ctx.db.query<Scanned<CustomizationRow>>(statement, values), candidates);
  };

  if (input.page) {
    const { data, ...neighbours } = await scanPage(input.page, (row) => row.id, read);
    return { data: data.map(presentCustomization), ...neighbours };
  }

  async function* all(): AsyncGenerator<Customization> {
    let last: Position | undefined;
    for (let size = FIRST_BATCH; ; size = BATCH) {
      const { rows, reached, isEnd }: Window<CustomizationRow> = await read(last, size, size);
      yield* rows.map(presentCustomization);
      if (isEnd || reached === null) return;
      last = { key: reached, back: false };
    }
  }
  return all();
}
