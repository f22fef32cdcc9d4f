import { recordHistory } from "../../core/history/index.ts";
import { lockStores } from "../../core/log/index.ts";
import { findStore, storeNotFound } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { changeSource } from "./change-source.ts";
import { readSource } from "./read-source.ts";
import { sourceWrite } from "./source-write.ts";

const cut = `
  UPDATE inventory_source
  SET upload_key_id = NULL, upload_key_digest = NULL, "authorization" = NULL, next_pull_at = NULL, validators = NULL
  WHERE retailer_id = $1 AND store_id = $2`;

/**
 * Disconnects a store's source (contract §3): its upload key is dead, its address is no longer fetched, and what it had to
 * be fetched with is forgotten. Provider, latest ingest and items stay. A source that was never connected stays as it is.
 * @throws RetailerNotFound, StoreNotFound
 */
export async function disconnectSource(ctx: Context, input: { retailerId: string; storeId: string }): Promise<void> {
  const store = await findStore(ctx, input);
  const now = ctx.now();
  await ctx.db.transaction(store, async (tx) => {
    if (!(await lockStores(tx, store.retailerId, [store.storeId])).length) throw storeNotFound();
    const before = await readSource(tx, store);
    if (before.providerId === null) return;
    if (before.source.status === "disconnected" && before.uploadKeyId === null) return;
    await tx.query(cut, [store.retailerId, store.storeId]);
    await changeSource(tx, store, { status: "disconnected", warnings: { FeedNotFetched: null } }, now);
    recordHistory(ctx, tx, [sourceWrite(store, "source.disconnect", before, await readSource(tx, store))]);
  });
}
