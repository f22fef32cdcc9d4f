import type { SqlTx } from "@highstreet/db";
import { cleanDescription } from "@highstreet/feeds";
import type { ChannelId } from "../../../core/channels/channel.schema.ts";
import { resolveChannel } from "../../../core/channels/index.ts";
import type { Write } from "../../../core/history/index.ts";
import type { NamedItem } from "../../../core/items/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { DomainError, validationFailed } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { checkVersion } from "../../../kernel/if-match.ts";
import type { Customization, Edits } from "../customizations.schema.ts";
import {
  type CustomizationRow,
  clearStoresSql,
  type EditedRow,
  editedFields,
  mergeCustomizationSql,
} from "../customizations.sql.ts";
import { customizationWrite, presentCustomization } from "./present-customization.ts";

/** The customization of an item for all stores (`storeId` null), or for one store. */
export interface Target extends NamedItem {
  retailerId: string;
  storeId: string | null;
}

const customFields = ["title", "description", "brand", "image"] as const;

/** An edit that is merged. `finishEdits` does the rest. */
export interface Merged {
  target: Target;
  customization: Customization;
  /** The entries of the history that are not recorded yet. */
  writes: Write[];
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

/** @throws IncompleteCustomData */
export function checkComplete(edits: Edits, record: Pick<CustomizationRow, (typeof customFields)[number]>): void {
  if (!customFields.some((field) => field in edits)) return;
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
  edits: Edits;
  /** The channels in the edit, which are not checked yet. */
  channels: ChannelId[];
  now: Date;
}

/** @throws UnknownChannel, ValidationFailed */
export function planMerge(ctx: Context, target: Target, requested: Edits): PlannedMerge {
  const now = ctx.now();
  const edits = withLimits(cleaned(requested), now);
  const channels = [...new Set(edits.channels?.map(resolveChannel))];
  return {
    ...{ target, channels, now },
    edits: edits.channels ? { ...edits, channels } : edits,
  };
}

/** Whether an edit clears fields of the customizations of single stores. */
export const clearsStores = ({ target, edits }: PlannedMerge): boolean =>
  target.storeId === null && ("hidden" in edits || "channels" in edits);

/** The values of `mergeCustomizationSql`. */
export function mergeValues({ target, edits, now }: PlannedMerge): unknown[] {
  const fields = { ...edits, hiddenWhile: edits.hiddenWhile && JSON.stringify(edits.hiddenWhile) };
  return [
    ...[target.retailerId, newId(now), target.storeId, target.itemKey, target.barcode],
    ...editedFields.map((field) => fields[field] ?? null),
    ...editedFields.map((field) => field in edits),
    now,
  ];
}

/** @throws PreconditionFailed, IncompleteCustomData */
export function checkMerged(
  ctx: Context,
  { target, edits, channels }: PlannedMerge,
  record: EditedRow,
  cleared: EditedRow[] = [],
): Merged & { isNew: boolean } {
  checkVersion(ctx, record.previous?.version ?? 0);
  checkComplete(edits, record);
  const writes = [record, ...cleared]
    .filter(({ version, previous }) => version !== previous?.version)
    .map((row) => customizationWrite(target.retailerId, target.itemKey, row.previous, presentCustomization(row)));
  return { target, customization: presentCustomization(record), writes, channels, isNew: !record.previous };
}

/**
 * The first half of an edit: merges the edit into its customization, which stays locked. Sends its statements before it returns,
 * so the next statements of the caller follow them.
 * @throws UnknownChannel, PreconditionFailed, IncompleteCustomData, ValidationFailed
 */
export async function mergeCustomization(
  ctx: Context,
  tx: SqlTx,
  target: Target,
  requested: Edits,
): Promise<Merged & { isNew: boolean }> {
  const planned = planMerge(ctx, target, requested);
  const { edits, now } = planned;
  const merging = tx.query<EditedRow>(mergeCustomizationSql, mergeValues(planned));
  const clearing = clearsStores(planned)
    ? tx.query<EditedRow>(clearStoresSql, [
        target.retailerId,
        target.itemKey,
        "hidden" in edits,
        "channels" in edits,
        now,
      ])
    : [];
  const [[record], cleared] = await Promise.all([merging, clearing]);
  if (!record) throw new Error("a merge gave no row");
  return checkMerged(ctx, planned, record, cleared);
}
