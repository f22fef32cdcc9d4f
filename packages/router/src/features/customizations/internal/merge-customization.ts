import type { SqlTx } from "@highstreet/db";
import { cleanDescription } from "@highstreet/feeds";
import type { ChannelId } from "../../../core/channels/channel.schema.ts";
import { resolveChannel } from "../../../core/channels/index.ts";
import { itemKeyOf } from "../../../core/items/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { DomainError, validationFailed } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { checkVersion } from "../../../kernel/if-match.ts";
import type { Edits } from "../customizations.schema.ts";
import {
  type CustomizationRow,
  clearStoresSql,
  type EditedRow,
  editedFields,
  mergeCustomizationSql,
} from "../customizations.sql.ts";

/** The customization of an item for all stores (`storeId` null), or for one store. */
export interface Target {
  retailerId: string;
  storeId: string | null;
  barcode: string;
}

const customFields = ["title", "description", "brand", "image"] as const;

/** The rows that an edit wrote. `finishEdits` does the rest. */
export interface Merged {
  target: Target;
  itemKey: string;
  record: EditedRow;
  /** Customizations of single stores, which an edit for all stores has cleared. */
  cleared: EditedRow[];
  /** The channels in the edit, which are not checked yet. */
  channels: ChannelId[];
}

function cleaned(edits: Edits): Edits {
  if (!edits.description) return edits;
  const description = cleanDescription(edits.description);
  if (description) return { ...edits, description };
  const message = "has no text without the tags that are not allowed";
  throw validationFailed([{ pointer: "/description", code: "InvalidValue", message }]);
}

const invalid = (pointer: string, message: string) => validationFailed([{ pointer, code: "InvalidValue", message }]);

/**
 * A limit hides the product. An edit that names `hidden` and no limit ends the limits, so a product is hidden for good, or shown.
 * @throws ValidationFailed
 */
function withLimits(edits: Edits, now: Date): Edits {
  const { hidden, hiddenUntil, hiddenWhile } = edits;
  if (hiddenUntil && new Date(hiddenUntil) <= now) throw invalid("/hiddenUntil", "must be in the future");
  if (hiddenUntil || hiddenWhile) {
    if ("hidden" in edits && hidden !== true) throw invalid("/hidden", "must be true with a limit of the hide");
    return { ...edits, hidden: true };
  }
  return "hidden" in edits ? { ...edits, hiddenUntil: null, hiddenWhile: null } : edits;
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

/** An edit that is ready to be merged. */
export interface PlannedMerge {
  target: Target;
  itemKey: string;
  edits: Edits;
  /** The channels in the edit, which are not checked yet. */
  channels: ChannelId[];
  /** The values of `mergeCustomizationSql`. */
  values: unknown[];
  now: Date;
}

/** @throws UnknownChannel, ValidationFailed */
export function planMerge(ctx: Context, target: Target, requested: Edits): PlannedMerge {
  const now = ctx.now();
  const edits = withLimits(cleaned(requested), now);
  const channels = edits.channels && Array.from(new Set(edits.channels.map(resolveChannel)));
  const fields = { ...edits, channels, hiddenWhile: edits.hiddenWhile && JSON.stringify(edits.hiddenWhile) };
  const itemKey = itemKeyOf(target.barcode);
  const values = [
    ...[target.retailerId, newId(now), target.storeId, itemKey, target.barcode],
    ...editedFields.map((field) => fields[field] ?? null),
    ...editedFields.map((field) => field in edits),
    now,
  ];
  return { target, itemKey, edits, channels: channels ?? [], values, now };
}

/** @throws PreconditionFailed, IncompleteCustomData */
export function checkMerged(
  ctx: Context,
  { target, itemKey, edits, channels }: PlannedMerge,
  record: EditedRow,
  cleared: EditedRow[] = [],
): Merged {
  checkVersion(ctx, record.previous?.version ?? 0);
  if (customFields.some((field) => field in edits)) checkComplete(record);
  return { target, itemKey, record, cleared, channels };
}

/**
 * The first half of an edit: merges the edit into its customization, which stays locked. Sends its statements before it returns,
 * so the next statements of the caller follow them.
 * @throws UnknownChannel, PreconditionFailed, IncompleteCustomData, ValidationFailed
 */
export async function mergeCustomization(ctx: Context, tx: SqlTx, target: Target, requested: Edits): Promise<Merged> {
  const planned = planMerge(ctx, target, requested);
  const { edits, itemKey, values, now } = planned;
  const isForAll = target.storeId === null && ("hidden" in edits || "channels" in edits);
  const merging = tx.query<EditedRow>(mergeCustomizationSql, values);
  const clearing = isForAll
    ? tx.query<EditedRow>(clearStoresSql, [target.retailerId, itemKey, "hidden" in edits, "channels" in edits, now])
    : [];
  const [[record], cleared] = await Promise.all([merging, clearing]);
  if (!record) throw new Error("a merge gave no row");
  return checkMerged(ctx, planned, record, cleared);
}
