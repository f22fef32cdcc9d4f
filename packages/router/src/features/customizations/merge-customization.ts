import type { SqlTx } from "@highstreet/db";
import { cleanDescription } from "@highstreet/feeds";
import type { ChannelId } from "../../core/channels/channel.schema.ts";
import { resolveChannel } from "../../core/channels/index.ts";
import { itemKeyOf } from "../../core/items/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError, validationFailed } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { checkVersion } from "../../kernel/if-match.ts";
import type { Customization, Edits } from "./customizations.schema.ts";
import { type CustomizationRow, customizationColumns, customizationJson } from "./present-customization.ts";

/** Which record: of all stores (`storeId` null) or of one. */
export interface Target {
  retailerId: string;
  storeId: string | null;
  barcode: string;
}

const fields = ["hidden", "channels", "title", "description", "brand", "image"] as const;
const customFields = ["title", "description", "brand", "image"] as const;

/** JSON Merge Patch in one statement, which also locks the row: `$n + 6` says whether the request names the field. */
const merge = `
  INSERT INTO customization AS c (retailer_id, customization_id, store_id, item_key, barcode, hidden, channels, title,
                                  description, brand, image, version, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 1, $18, $18)
  ON CONFLICT (retailer_id, item_key, store_id) DO UPDATE
  SET ${fields.map((field, n) => `${field} = CASE WHEN $${n + 12}::boolean THEN excluded.${field} ELSE c.${field} END`).join(", ")},
      barcode = CASE WHEN length(c.barcode) >= length(excluded.barcode) THEN c.barcode ELSE excluded.barcode END,
      version = c.version + 1, updated_at = excluded.updated_at, previous = ${customizationJson}
  RETURNING ${customizationColumns}, previous`;

/** "For all stores" means all (contract §4): what the edit names no longer stands in the records of single stores. */
const clearStores = `
  UPDATE customization c
  SET hidden = CASE WHEN $3 THEN NULL ELSE hidden END, channels = CASE WHEN $4 THEN NULL ELSE channels END,
      version = version + 1, updated_at = $5, previous = ${customizationJson}
  WHERE retailer_id = $1 AND item_key = $2 AND store_id IS NOT NULL
    AND (($3 AND hidden IS NOT NULL) OR ($4 AND channels IS NOT NULL))
  RETURNING ${customizationColumns}, previous`;

/** A record after its edit, and what it was before; null: there was none. */
interface Edited extends CustomizationRow {
  previous: Customization | null;
}

/** What one edit wrote; `settleCustomizations` does the rest. */
export interface Merged {
  target: Target;
  itemKey: string;
  record: Edited;
  /** Records of single stores that lost what the edit says for all. */
  cleared: Edited[];
  /** The channels that the edit names, to be checked. */
  channels: ChannelId[];
}

function cleaned(edits: Edits): Edits {
  if (!edits.description) return edits;
  const description = cleanDescription(edits.description);
  if (description) return { ...edits, description };
  const message = "holds no text once tags that are not allowed are gone";
  throw validationFailed([{ pointer: "/description", code: "InvalidValue", message }]);
}

function checkComplete(record: CustomizationRow): void {
  const missing = customFields.filter((field) => record[field] === null);
  if (missing.length === 0 || missing.length === customFields.length) return;
  const message = `Custom data needs title, description, brand and image together; missing: ${missing.join(", ")}.`;
  throw new DomainError("IncompleteCustomData", message, {
    missing,
    errors: missing.map((field) => ({
      pointer: `/${field}`,
      code: "Required",
      message: "is required with custom data",
    })),
  });
}

/**
 * The first half of an edit: merges it into its record, which is locked from here on. Its statements are sent before it
 * returns, so that what is sent next comes behind them.
 * @throws UnknownChannel, PreconditionFailed, IncompleteCustomData, ValidationFailed
 */
export async function mergeCustomization(ctx: Context, tx: SqlTx, target: Target, requested: Edits): Promise<Merged> {
  const edits = cleaned(requested);
  const channels = edits.channels && Array.from(new Set(edits.channels.map(resolveChannel)));
  const values: Edits = { ...edits, channels };
  const now = ctx.now();
  const itemKey = itemKeyOf(target.barcode);

  const isForAll = target.storeId === null && ("hidden" in edits || "channels" in edits);
  const merging = tx.query<Edited>(merge, [
    ...[target.retailerId, newId(now), target.storeId, itemKey, target.barcode],
    ...fields.map((field) => values[field] ?? null),
    ...fields.map((field) => field in edits),
    now,
  ]);
  const clearing = isForAll
    ? tx.query<Edited>(clearStores, [target.retailerId, itemKey, "hidden" in edits, "channels" in edits, now])
    : [];
  const [[record], cleared] = await Promise.all([merging, clearing]);
  if (!record) throw new Error("a merge gave no row");
  checkVersion(ctx, record.previous?.version ?? 0);
  if (customFields.some((field) => field in edits)) checkComplete(record);
  return { target, itemKey, record, cleared, channels: channels ?? [] };
}
