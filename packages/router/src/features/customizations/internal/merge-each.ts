import type { SqlTx } from "@highstreet/db";
import { entryValues } from "../../../core/history/index.ts";
import { storeNotFound } from "../../../core/stores/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { isId, newId } from "../../../kernel/ids.ts";
import type { Customization, Edits } from "../customizations.schema.ts";
import { editedFields, mergeEachSql } from "../customizations.sql.ts";
import {
  checkComplete,
  clearsStores,
  type Merged,
  type PlannedMerge,
  planMerge,
  type Target,
} from "./merge-customization.ts";

/** One of several edits of a retailer: for all stores (`storeId` null), or for one store. */
export interface OneEdit extends Omit<Target, "retailerId"> {
  edits: Edits;
}

/** Gives the error of one of several edits more detail. `place`: its place among them. */
export type At = (place: number, error: unknown) => unknown;

/** Sorts edits in the order in which rows are locked: by item, the customization for all stores first. */
export function inLockOrder<One extends OneEdit>(edits: One[]): One[] {
  const keyed = edits.map((one) => ({ one, key: `${one.itemKey}\0${one.storeId ?? ""}` }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key === b.key ? 0 : 1)).map(({ one }) => one);
}

/** Neighbours of different customizations, with edits that name the same fields. */
interface Run {
  plans: PlannedMerge[];
  rows: PromiseWithResolvers<{ customization: Customization }[]>;
}

function canShare(a: PlannedMerge, b: PlannedMerge): boolean {
  if (a.target.itemKey === b.target.itemKey && a.target.storeId === b.target.storeId) return false;
  return clearsStores(a) === clearsStores(b) && editedFields.every((field) => field in a.edits === field in b.edits);
}

function values(ctx: Context, retailerId: string, { plans }: Run): unknown[] {
  const rows = plans.map(({ target: { storeId, barcode, itemKey }, edits }) => ({
    storeId,
    barcode,
    itemKey,
    ...edits,
  }));
  const named = editedFields.map((field) => plans.some(({ edits }) => field in edits));
  return [...entryValues(ctx, retailerId), JSON.stringify(rows), ...named];
}

/**
 * Merges many edits, whose customizations stay locked, and records them in the history. Rows are locked in the order of all writers, so
 * only neighbours share a statement.
 * @param edits in the order of locks
 * @throws UnknownChannel, IncompleteCustomData, ValidationFailed, StoreNotFound: the error of the first edit that has one
 */
export async function mergeEach(
  ctx: Context,
  tx: SqlTx,
  retailerId: string,
  edits: OneEdit[],
  at: At = (_, error) => error,
): Promise<Merged[]> {
  const inside = { ...ctx, operationId: ctx.operationId ?? newId(ctx.now()) };
  const runs: Run[] = [];
  const merging = edits.map(async ({ barcode, itemKey, storeId, edits: requested }): Promise<Merged> => {
    if (storeId !== null && !isId(storeId)) throw storeNotFound();
    const plan = planMerge(ctx, { retailerId, storeId, barcode, itemKey }, requested);
    const last = runs.at(-1);
    const neighbour = last?.plans.at(-1);
    const run =
      last && neighbour && canShare(neighbour, plan) ? last : ({ plans: [], rows: Promise.withResolvers() } as Run);
    if (run !== last) runs.push(run);
    const n = run.plans.push(plan) - 1;
    const { customization } = (await run.rows.promise)[n] ?? {};
    if (!customization) throw new Error("a merge gave no row");
    checkComplete(plan.edits, customization);
    const { target, channels } = plan;
    return { target, customization, writes: [], channels };
  });
  for (const run of runs) {
    const isClearing = run.plans.some(clearsStores);
    run.rows.resolve(tx.query(mergeEachSql(isClearing), values(inside, retailerId, run)));
  }
  const results = await Promise.allSettled(merging);
  return results.map((result, place) => {
    if (result.status === "rejected") throw at(place, result.reason);
    return result.value;
  });
}
