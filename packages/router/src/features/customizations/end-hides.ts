import type { SqlTx, Tx } from "@highstreet/db";
import { holdRetailer, shopTime } from "../../access/find-retailer.ts";
import { entryValues } from "../../core/history/index.ts";
import { lockStores, publishItemChanges } from "../../core/log/index.ts";
import type { Context } from "../../kernel/context.ts";
import { SHORT_LOCK_WAIT, serveRetailers } from "../../kernel/jobs.ts";
import { markListings } from "../listings/index.ts";
import { type EndedRow, endHidesSql, spellEditsSql } from "./customizations.sql.ts";

/** In an operation of its own. */
function asService({ operationId: _operationId, ...ctx }: Context): Context {
  return { ...ctx, author: { kind: "system", id: null, name: null } };
}

async function publish(ctx: Context, tx: SqlTx, retailerId: string, ended: EndedRow[]): Promise<void> {
  if (!ended.length) return;
  const isForAll = ended.some(({ storeId }) => storeId === null);
  const named = [...new Set(ended.flatMap(({ storeId }) => storeId ?? []))];
  const stores = await lockStores(tx, retailerId, isForAll ? null : named);
  const items = {
    storeIds: stores.map(({ storeId }) => storeId),
    itemKeys: [...new Set(ended.map(({ itemKey }) => itemKey))],
  };
  await publishItemChanges(tx, retailerId, items, ctx.now());
  await markListings(tx, retailerId, items, ctx.now());
}

/**
 * Ends the hides with a limit that the stock of a store has reached, in the transaction that writes the stock. A hide for all stores ends
 * when no store is within its limits.
 */
export async function endHidesByStock(
  ctx: Context,
  tx: SqlTx,
  { retailerId, storeId }: { retailerId: string; storeId: string },
): Promise<void> {
  const service = asService(ctx);
  const values = [...entryValues(service, retailerId), storeId];
  await publish(service, tx, retailerId, await tx.query<EndedRow>(endHidesSql("stock"), values));
}

const due = { table: "customization", where: "hidden_until <= clock.now", since: "hidden_until" } as const;

/**
 * Ends the due hides, up to 500 of a retailer in one transaction.
 * @throws AggregateError with all errors, at the end of the run
 */
export async function endHides(ctx: Context): Promise<void> {
  await serveRetailers(ctx, due, (retailerId) => endHidesOf(ctx, retailerId));
}

/** Ends due hides of a retailer. @returns whether more can be due */
export async function endHidesOf(ctx: Context, retailerId: string): Promise<boolean> {
  const service = asService(ctx);
  const end = async (tx: Tx): Promise<boolean> => {
    await holdRetailer(tx, retailerId);
    const values = [...entryValues(service, retailerId), await shopTime(tx, retailerId, ctx.now())];
    const ended = await tx.query<EndedRow>(endHidesSql("time"), values);
    await publish(service, tx, retailerId, ended);
    return ended.length > 0;
  };
  return ctx.db.transaction({ retailerId }, end, SHORT_LOCK_WAIT);
}

/** An edit shows the longest spelling of its item. Call it in the transaction that writes the stock. */
export async function spellEdits(
  tx: SqlTx,
  { retailerId, storeId }: { retailerId: string; storeId: string },
): Promise<void> {
  await tx.execute(spellEditsSql, [retailerId, storeId]);
}
