import type { Tx } from "@highstreet/db";
import { type ChannelId, enabledChannels, resolveChannel } from "../channels/index.ts";
import type { Context } from "../context.ts";
import { DomainError, validationFailed } from "../errors.ts";
import { announceItems, lockStores } from "../events/index.ts";
import { newId } from "../ids.ts";
import { itemKeyOf } from "../inventory/index.ts";
import { storeNotFound } from "../stores/index.ts";
import { cleanDescription } from "./clean-description.ts";
import type { Customization, Edits } from "./customizations.schema.ts";
import { type CustomizationRow, customizationColumns, presentCustomization } from "./present-customization.ts";

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
      version = c.version + 1, updated_at = excluded.updated_at
  RETURNING ${customizationColumns}, xmax = 0 AS created`;

/** "For all stores" means all (contract §4): what the edit names no longer stands in the records of single stores. */
const clearStores = `
  UPDATE customization
  SET hidden = CASE WHEN $3 THEN NULL ELSE hidden END, channels = CASE WHEN $4 THEN NULL ELSE channels END,
      version = version + 1, updated_at = $5
  WHERE retailer_id = $1 AND item_key = $2 AND store_id IS NOT NULL
    AND (($3 AND hidden IS NOT NULL) OR ($4 AND channels IS NOT NULL))`;

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

async function checkChannels(tx: Tx, target: Target, channels: ChannelId[]): Promise<void> {
  const enabled = await enabledChannels(tx, target.retailerId, target.storeId);
  const missing = channels.filter((channel) => !enabled.has(channel));
  if (!missing.length) return;
  const where = target.storeId ? "for the store" : "in any store of the retailer";
  throw new DomainError(
    "ChannelNotEnabledForStore",
    `Not enabled ${where}: ${missing.join(", ")}. Enable it first, or leave it out.`,
    {
      channels: missing,
    },
  );
}

/**
 * Creates or edits a customization, and announces what it shows or hides: the one home of editing (PATCH, POST, console).
 * @throws UnknownChannel, ChannelNotEnabledForStore, IncompleteCustomData, ValidationFailed
 */
export async function saveCustomization(
  ctx: Context,
  tx: Tx,
  target: Target,
  requested: Edits,
): Promise<{ created: boolean; customization: Customization }> {
  const edits = cleaned(requested);
  const channels = edits.channels && Array.from(new Set(edits.channels.map(resolveChannel)));
  const values: Edits = { ...edits, channels };
  const now = ctx.now();
  const itemKey = itemKeyOf(target.barcode);

  const [row] = await tx.query<CustomizationRow & { created: boolean }>(merge, [
    ...[target.retailerId, newId(now), target.storeId, itemKey, target.barcode],
    ...fields.map((field) => values[field] ?? null),
    ...fields.map((field) => field in edits),
    now,
  ]);
  if (!row) throw new Error("a merge gave no row");
  const { created, ...record } = row;
  if (customFields.some((field) => field in edits)) checkComplete(record);
  if (target.storeId === null && ("hidden" in edits || "channels" in edits)) {
    await tx.query(clearStores, [target.retailerId, itemKey, "hidden" in edits, "channels" in edits, now]);
  }

  const storeIds = await lockStores(tx, target.retailerId, target.storeId === null ? null : [target.storeId]);
  if (target.storeId !== null && !storeIds.length) throw storeNotFound();
  if (channels?.length) await checkChannels(tx, target, channels);
  await announceItems(tx, target.retailerId, { storeIds, itemKeys: [itemKey] }, now);
  return { created, customization: presentCustomization(record) };
}
