import { recordHistory } from "../../core/history/index.ts";
import { lockStores } from "../../core/log/index.ts";
import { findStore, storeNotFound } from "../../core/stores/index.ts";
import { checkOutboundUrl } from "../../kernel/check-outbound-url.ts";
import type { Context } from "../../kernel/context.ts";
import { withinQuotaOf } from "../../kernel/quotas.ts";
import { newUploadKey, shownKey } from "../keys/index.ts";
import { changeSource } from "./change-source.ts";
import { openPullSlots, replaceSource } from "./connect-source.sql.ts";
import { presentSource, readSource, type StoredSource } from "./read-source.ts";
import type { ConnectedSource, ConnectSource } from "./source.schema.ts";
import { sourceWrite } from "./source-write.ts";

/** Where feeds are PUT with an upload key; the transport puts the service's address before it. */
const UPLOADS = "/v1/inventory/uploads/";

/** Whether stock comes from where it came from before: then a source that is connected stays so. */
function isSame(before: StoredSource, { provider, parameters }: ConnectSource["body"]): boolean {
  return before.providerId === provider && (!("url" in parameters) || before.parameters.url === parameters.url);
}

/**
 * Connects a store's source, or replaces it and its upload key: the one before is dead at once, items stay (contract §3).
 * A new source is `pending` until its first feed was applied. A file to be fetched is fetched within seconds.
 * @throws RetailerNotFound, StoreNotFound; ValidationFailed for a forbidden address; QuotaExceeded
 */
export async function connectSource(ctx: Context, input: ConnectSource): Promise<ConnectedSource> {
  const { provider, parameters } = input.body;
  const { authorization, ...shown } = "url" in parameters ? parameters : { ...parameters, authorization: undefined };
  const store = await findStore(ctx, input);
  // Asks the resolver, which no transaction should wait for.
  if ("url" in shown) await checkOutboundUrl(shown.url, "/parameters/url", ctx.settings);
  const now = ctx.now();
  const key = newUploadKey(now);
  return ctx.db.transaction(store, async (tx) => {
    if (!(await lockStores(tx, store.retailerId, [store.storeId])).length) throw storeNotFound();
    const before = await readSource(tx, store);
    if (before.uploadKeyId === null) await withinQuotaOf(ctx, tx, store.retailerId, "sources");
    await tx.query(replaceSource, [
      ...[store.retailerId, store.storeId, provider, JSON.stringify(shown)],
      authorization === undefined
        ? null
        : ctx.vault.seal(authorization, ["inventory_source", store.retailerId, store.storeId]),
      ...[key.id, key.digest, provider === "http-pull" ? now : null, now],
    ]);
    if (provider === "http-pull") await tx.query(openPullSlots, [store.retailerId]);
    const status = before.source.status === "connected" && isSame(before, input.body) ? "connected" : "pending";
    await changeSource(tx, store, { status, warnings: { FeedNotFetched: null } }, now);
    const after = await readSource(tx, store);
    recordHistory(ctx, tx, [sourceWrite(store, "source.connect", before, after)]);
    const label = "Send the file with: curl -T <file> -H 'Authorization: Bearer <uploadKey>' <uploadUrl>";
    return {
      ...presentSource(after),
      nextSteps: { id: "upload-file", label, uploadUrl: UPLOADS, uploadKey: shownKey(ctx, key.token) },
    };
  });
}
