import type { Sql, SqlTx } from "@highstreet/db";
import { entryValues } from "../../../core/history/index.ts";
import { lockStores, publishItemChanges } from "../../../core/log/index.ts";
import { storeNotFound } from "../../../core/stores/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { DomainError } from "../../../kernel/errors.ts";
import { holdRetailer } from "../../../kernel/find-retailer.ts";
import { markListings } from "../../listings/index.ts";
import {
  type ChangedSinceRow,
  changedSinceSql,
  lockChangedSql,
  type RestoredRow,
  type RevertOf,
  restoreSql,
} from "../customizations.sql.ts";

/** The edits to take back. */
export interface Reverted {
  retailerId: string;
  of: RevertOf;
  /** The id of the operation or of the entry. */
  id: string;
  /** Only these items; undefined: all items. */
  itemKeys?: string[];
  /** Leaves out the customizations that have changed since, instead of an error. */
  skipsChanged?: true;
}

/** Maximum number of products that an error names. */
const MOST_NAMED = 100;

type Named = Pick<ChangedSinceRow, "barcode" | "storeId">;

function changedSince(changed: Named[], total: number): DomainError {
  const names = changed.slice(0, 3).map(({ barcode }) => barcode);
  const more = total > names.length ? ` and ${total - names.length} more` : "";
  return new DomainError("ChangedSince", `Changed since: ${names.join(", ")}${more}. Nothing was taken back.`, {
    changed: changed.map(({ barcode, storeId }) => ({ barcode, storeId })),
    total,
  });
}

/** @throws ChangedSince, which names the customizations that are no longer as the edits left them */
export async function checkUnchanged(tx: Sql, { retailerId, of, id, itemKeys }: Reverted): Promise<void> {
  const rows = await tx.query<ChangedSinceRow>(changedSinceSql(of), [retailerId, id, itemKeys ?? null]);
  const [first] = rows;
  if (!first) return;
  if (of === "operation_id") throw changedSince(rows, first.total);
  const { current } = first;
  throw new DomainError("ChangedSince", "The record has changed since. Edit its current version.", { current });
}

/**
 * Takes back edits: each customization becomes what it was before them, and the changes are published. All or nothing: every
 * customization must still be as the edits left it. @throws ChangedSince, StoreNotFound
 */
export async function restoreEdits(ctx: Context, tx: SqlTx, reverted: Reverted): Promise<RestoredRow[]> {
  const { retailerId, of, id, itemKeys } = reverted;
  holdRetailer(tx, retailerId);
  tx.send(lockChangedSql(of), [retailerId, id, itemKeys ?? null]);
  const values = [...entryValues(ctx, retailerId), id, itemKeys ?? null];
  const rows = await tx.query<RestoredRow>(restoreSql(of), values);
  const changed = rows.filter(({ isRestored }) => !isRestored);
  if (changed.length && of === "history_id") await checkUnchanged(tx, reverted);
  if (changed.length && !reverted.skipsChanged) throw changedSince(changed.slice(0, MOST_NAMED), changed.length);
  const restored = rows.filter(({ isRestored }) => isRestored);
  const stores = new Set(restored.map(({ storeId }) => storeId));
  const named = stores.has(null) ? null : [...stores].filter((storeId) => storeId !== null);
  const storeIds = await lockStores(tx, retailerId, named);
  const existing = new Set(storeIds);
  if ([...stores].some((storeId) => storeId !== null && !existing.has(storeId))) throw storeNotFound();
  const items = { storeIds, itemKeys: [...new Set(restored.map(({ itemKey }) => itemKey))] };
  publishItemChanges(tx, retailerId, items, ctx.now());
  markListings(tx, retailerId, items, ctx.now());
  return restored;
}
