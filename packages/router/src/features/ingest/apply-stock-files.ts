import { longTimeouts, type SqlTx, WaitedTooLong } from "@highstreet/db";
import type { StoreIds } from "../../core/channels/index.ts";
import { lockStores } from "../../core/log/index.ts";
import type { Context } from "../../kernel/context.ts";
import { SHORT_LOCK_WAIT, serveRetailers } from "../../kernel/jobs.ts";
import { linesOfPart } from "./internal/feed-lines.ts";
import { recordFeed, takeFeed } from "./internal/take-feed.ts";
import { clearStageSql } from "./stock.sql.ts";
import {
  deletePartLinesSql,
  endPartSql,
  finishFileSql,
  isWaitingSql,
  nextPartSql,
  openFilesSql,
  type PartRow,
  waitingStoresSql,
} from "./stock-files.sql.ts";
import { clearStageSql as clearProductStageSql } from "./store-products.sql.ts";

/** A store that fails for this long gets a refused ingest, so that it does not stop the later writes of the store. */
const MAX_AGE_MS = 3_600_000;

/**
 * Ends the oldest waiting part of a store, in one transaction: with the ingest of `take`, or without one if the store is gone. Only a
 * held ingest needs its lines again.
 * @returns whether the store may have another part
 */
async function endPart(
  ctx: Context,
  { retailerId, storeId }: StoreIds,
  take: (ctx: Context, tx: SqlTx, part: PartRow) => Promise<{ id: string; status: string }>,
  options: { waitMs?: number } = {},
): Promise<boolean> {
  const work = async (tx: SqlTx): Promise<boolean> => {
    const isThere = (await lockStores(tx, retailerId, [storeId])).length > 0;
    const [part] = await tx.query<PartRow>(nextPartSql, [retailerId, storeId]);
    if (!part) return false;
    const { fileId, actor: author, requestId } = part;
    const ingest = isThere ? await take({ ...ctx, author, requestId }, tx, part) : undefined;
    await tx.execute(endPartSql, [retailerId, fileId, storeId, ingest?.id ?? null, ctx.now()]);
    if (ingest?.status !== "held") await tx.execute(deletePartLinesSql, [retailerId, fileId, storeId]);
    return true;
  };
  return ctx.db.sqlTransaction({ retailerId, storeId }, work, { ...longTimeouts, ...options });
}

const applyPart = (ctx: Context, store: StoreIds, options?: { waitMs?: number }): Promise<boolean> =>
  endPart(
    ctx,
    store,
    async (inside, tx, part) => {
      const lines = linesOfPart(tx, store, part);
      const ingest = await takeFeed(inside, tx, { store, mode: part.mode, lines, started: performance.now() });
      // The call that this transaction may belong to has lines of its own.
      await tx.query(clearStageSql);
      if (part.header.hasProducts) await tx.query(clearProductStageSql);
      return ingest;
    },
    options,
  );

const giveUpPart = (ctx: Context, store: StoreIds): Promise<boolean> =>
  endPart(ctx, store, (inside, tx, { mode }) => {
    const reason = "The lines of the store could not be applied, because of a fault on our side. Send them again.";
    return recordFeed(
      inside,
      tx,
      { store, mode, started: performance.now() },
      { status: "refused", reason, problem: { code: "InternalError", parameters: {} } },
    );
  });

/** Applies the waiting parts of a store, so that a later write does not come before an earlier file. */
export async function settleParts(ctx: Context, store: StoreIds): Promise<void> {
  const [waiting] = await ctx.db.query(isWaitingSql, [store.retailerId, store.storeId]);
  if (waiting) while (await applyPart(ctx, store));
}

/** The next `most` stores whose lines wait. Finishes a file if none of its stores waits. */
async function waitingStores(ctx: Context, retailerId: string, fileId: string, most: number): Promise<string[]> {
  const waiting = await ctx.db.query<{ storeId: string }>(waitingStoresSql, [retailerId, fileId, most]);
  if (!waiting.length) await ctx.db.query(finishFileSql, [retailerId, fileId, ctx.now()]);
  return waiting.map(({ storeId }) => storeId);
}

/**
 * A store that fails stops no other store, and the worker tries it again. The file is taken as a whole, so the worker also goes on if the
 * caller's key ends meanwhile.
 */
export async function applyFile(ctx: Context, retailerId: string, fileId: string, most: number): Promise<void> {
  for (const storeId of await waitingStores(ctx, retailerId, fileId, most)) {
    await settleParts(ctx, { retailerId, storeId }).catch((error: unknown) => {
      if (ctx.isDryRun) throw error;
    });
  }
  await waitingStores(ctx, retailerId, fileId, 1);
}

const due = { table: "stock_file", where: "finished_at IS NULL", since: "created_at" } as const;

/**
 * Applies the files of several stores that calls left to the worker: one store of a retailer, and the retailers in turns. The lines of a
 * store and their mark commit together, so a killed run repeats nothing and another run goes on. Several runs can work at once.
 * @throws the errors of the failed stores, after all other stores
 */
export async function applyStockFiles(ctx: Context): Promise<void> {
  const failed = new Map<string, unknown>();
  await serveRetailers(ctx, due, async (retailerId) => {
    for (const { fileId, createdAt } of await ctx.db.query<{ fileId: string; createdAt: Date }>(openFilesSql, [
      retailerId,
    ])) {
      const waiting = await waitingStores(ctx, retailerId, fileId, failed.size + 1);
      const storeId = waiting.find((one) => !failed.has(one));
      if (storeId === undefined) continue;
      const store = { retailerId, storeId };
      await applyPart(ctx, store, SHORT_LOCK_WAIT).catch(async (error: unknown) => {
        failed.set(storeId, error);
        const isOld = ctx.now().getTime() - createdAt.getTime() > MAX_AGE_MS;
        if (isOld && !(error instanceof WaitedTooLong)) await giveUpPart(ctx, store);
      });
      return true;
    }
    return false;
  });
  const errors = [...failed.values()].filter((error) => !(error instanceof WaitedTooLong));
  if (errors.length) throw new AggregateError(errors, "stores of files failed; they are retried");
}
