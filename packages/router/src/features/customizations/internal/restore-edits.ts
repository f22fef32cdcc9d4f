import type { Sql, SqlTx } from "@highstreet/db";
import { holdRetailer } from "../../../access/find-retailer.ts";
import { entryValues } from "../../../core/history/index.ts";
import { lockStores, publishItemChanges } from "../../../core/log/index.ts";
import { settleItems } from "../../../core/rules/index.ts";
import { storeNotFound } from "../../../core/stores/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { DomainError } from "../../../kernel/errors.ts";
import { markListings } from "../../listings/index.ts";
import {
  type ChangedSinceRow,
  changedSinceSql,
  lockChangedSql,
  type RestoredRow,
  type RevertOf,
  restoreSql,
} from "../customizations.sql.ts";

export interface Reverted {
  retailerId: string;
  of: RevertOf;
  id: string;
  /** undefined: all items. */
  itemKeys?: string[];
  /** Leaves them out instead of an error. */
  skipsChanged?: true;
}

const MAX_NAMED = 100;

type ChangedRecord = Pick<ChangedSinceRow, "barcode" | "storeId">;

function changedSince(changed: ChangedRecord[], total: number): DomainError {
  const names = changed.slice(0, 3).map(({ barcode }) => barcode);
  const more = total > names.length ? ` and ${total - names.length} more` : "";
  return new DomainError("ChangedSince", `Changed since: ${names.join(", ")}${more}. Nothing was taken back.`, {
    changed: changed.map(({ barcode, storeId }) => ({ barcode, storeId })),
    total,
  });
}

/** @throws ChangedSince for customizations that are no longer as the edits left them */
export async function checkUnchanged(tx: Sql, { retailerId, of, id, itemKeys }: Reverted): Promise<void> {
  const rows = await tx.query<ChangedSinceRow>(changedSinceSql(of), [retailerId, id, itemKeys ?? null]);
  const [first] = rows;
  if (!first) return;
  if (of === "operation_id") throw changedSince(rows, first.total);
  const { current } = first;
  throw new DomainError("ChangedSince", "The record has changed since. Edit its current version.", { current });
}

/**
 * Each customization becomes what it was before the edits. All or nothing: each must still be as they left it. @throws ChangedSince,
 * StoreNotFound
 */
export async function restoreEdits(ctx: Context, tx: SqlTx, reverted: Reverted): Promise<RestoredRow[]> {
  const { retailerId, of, id, itemKeys } = reverted;
  await holdRetailer(tx, retailerId);
  await tx.execute(lockChangedSql(of), [retailerId, id, itemKeys ?? null]);
  const values = [...entryValues(ctx, retailerId), id, itemKeys ?? null];
  const rows = await tx.query<RestoredRow>(restoreSql(of), values);
  const changed = rows.filter(({ isRestored }) => !isRestored);
  if (changed.length && of === "history_id") await checkUnchanged(tx, reverted);
  if (changed.length && !reverted.skipsChanged) throw changedSince(changed.slice(0, MAX_NAMED), changed.length);
  const restored = rows.filter(({ isRestored }) => isRestored);
  const stores = new Set(restored.map(({ storeId }) => storeId));
  const named = stores.has(null) ? null : [...stores].filter((storeId) => storeId !== null);
  const locked = await lockStores(tx, retailerId, named);
  const storeIds = locked.map(({ storeId }) => storeId);
  const existing = new Set(storeIds);
  if ([...stores].some((storeId) => storeId !== null && !existing.has(storeId))) throw storeNotFound();
  const items = { storeIds, itemKeys: [...new Set(restored.map(({ itemKey }) => itemKey))] };
  await settleItems(tx, retailerId, { stores: locked, itemKeys: items.itemKeys }, ctx.now());
  await publishItemChanges(tx, retailerId, items, ctx.now());
  await markListings(tx, retailerId, items, ctx.now());
  return restored;
}
