import type { SqlTx } from "@highstreet/db";
import { entryValues } from "../../core/history/index.ts";
import { lockStores, publishItemChanges } from "../../core/log/index.ts";
import type { Context } from "../../kernel/context.ts";
import { holdRetailer } from "../../kernel/find-retailer.ts";
import { PATIENCE, serveRetailers } from "../../kernel/serve-retailers.ts";
import { markListings } from "../listings/index.ts";
import { type EndedRow, endHidesSql } from "./customizations.sql.ts";

/** The service ends a hide, in an operation of its own. */
function asService({ operationId: _operationId, ...ctx }: Context): Context {
  return { ...ctx, author: { kind: "system", id: null, name: null } };
}

/** Publishes the items of ended hides like an edit that shows them. */
async function publish(ctx: Context, tx: SqlTx, retailerId: string, ended: EndedRow[]): Promise<void> {
  if (!ended.length) return;
  const isForAll = ended.some(({ storeId }) => storeId === null);
  const named = [...new Set(ended.flatMap(({ storeId }) => storeId ?? []))];
  const storeIds = await lockStores(tx, retailerId, isForAll ? null : named);
  const items = { storeIds, itemKeys: [...new Set(ended.map(({ itemKey }) => itemKey))] };
  publishItemChanges(tx, retailerId, items, ctx.now());
  markListings(tx, retailerId, items, ctx.now());
}

/**
 * Ends the hides with a price or quantity that the stock of a store has reached, in the transaction that writes the stock. A hide
 * for all stores ends when no store is within its limits.
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
 * Ends the hides that are due: up to 500 of a retailer in one transaction, and the retailers in turns.
 * @throws AggregateError with all errors, at the end of the run
 */
export async function endHides(ctx: Context): Promise<void> {
  const service = asService(ctx);
  await serveRetailers(ctx, due, (retailerId) =>
    ctx.db.transaction(
      { retailerId },
      async (tx) => {
        holdRetailer(tx, retailerId);
        const ended = await tx.query<EndedRow>(endHidesSql("time"), entryValues(service, retailerId));
        await publish(service, tx, retailerId, ended);
        return ended.length > 0;
      },
      PATIENCE,
    ),
  );
}
