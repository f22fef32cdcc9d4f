import { findRetailer } from "../../access/find-retailer.ts";
import { findItem } from "../../core/items/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { isId } from "../../kernel/ids.ts";
import {
  cursorToId,
  LOWEST_ID,
  type PageResult,
  type Position,
  type Scanned,
  scanPage,
  type Window,
  windowOf,
} from "../../kernel/paging.ts";
import type {
  CountOwnSettings,
  Customization,
  GetCustomization,
  GetForAllStores,
  GetForStore,
  ListCustomizations,
  OwnSettings,
  StoreEdit,
} from "./customizations.schema.ts";
import {
  type CustomizationRow,
  customizationOfSql,
  customizationSql,
  customizationsSql,
} from "./customizations.sql.ts";
import { countOwn } from "./internal/bulk-edits.ts";

export function presentCustomization(row: CustomizationRow): Customization {
  const { id, barcode, storeId, hidden, hiddenWhile, channels, title, description, brand, image, version } = row;
  return {
    id,
    barcode,
    storeId,
    hidden,
    hiddenUntil: row.hiddenUntil?.toISOString() ?? null,
    hiddenWhile,
    channels,
    title,
    description,
    brand,
    image,
    for: row.for,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version,
  };
}

export function customizationNotFound(): DomainError {
  return new DomainError(
    "CustomizationNotFound",
    "The retailer has no such customization. GET /retailers/{retailerId}/inventory/customizations lists them.",
  );
}

/** @throws RetailerNotFound, CustomizationNotFound */
export async function getCustomization(ctx: Context, input: GetCustomization): Promise<Customization> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const id = isId(input.customizationId) ? input.customizationId : null;
  const [row] = await ctx.db.query<CustomizationRow>(customizationSql, [retailerId, id]);
  if (!row) throw customizationNotFound();
  return presentCustomization(row);
}

/** null: the product has no edit for all stores. @throws RetailerNotFound */
export async function getForAllStores(ctx: Context, input: GetForAllStores): Promise<Customization | null> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const { itemKey } = await findItem(ctx.db, { retailerId }, input.barcode);
  const [row] = await ctx.db.query<CustomizationRow>(customizationOfSql, [retailerId, itemKey, null]);
  return row ? presentCustomization(row) : null;
}

/**
 * The edit of a product in one store. Its text wins over a text for search of all stores.
 * @throws RetailerNotFound, StoreNotFound
 */
export async function getForStore(ctx: Context, input: GetForStore): Promise<StoreEdit> {
  const { retailerId, storeId } = await findStore(ctx, input);
  const { itemKey } = await findItem(ctx.db, { retailerId, storeId }, input.barcode);
  const read = async (of: string | null) =>
    (await ctx.db.query<CustomizationRow>(customizationOfSql, [retailerId, itemKey, of]))[0];
  const [own, all] = await Promise.all([read(storeId), read(null)]);
  const { title = null, description = null, image = null, pickup = null } = all?.for?.search ?? {};
  return {
    edit: own ? presentCustomization(own) : null,
    forSearch: {
      title: own?.title ? null : title,
      description: own?.description ? null : description,
      image: own?.image ? null : image,
      pickup,
    },
  };
}

/** Of a product that an edit for all stores would remove. @throws RetailerNotFound */
export async function countOwnSettings(
  ctx: Context,
  { barcode, edit, ...input }: CountOwnSettings,
): Promise<OwnSettings> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const { itemKey } = await findItem(ctx.db, { retailerId }, barcode);
  return { stores: await countOwn(ctx.db, { retailerId, itemKeys: [itemKey] }, edit) };
}

/** Small, so that the caller soon has the first byte. */
const FIRST_BATCH = 100;
const BATCH = 1_000;

/** Oldest first. Without a page all of them, in batches so that memory stays small. */
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
    storeId ?? null,
    input.hidden ?? null,
    input.channel ?? null,
    input.updatedSince ?? null,
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
