import { recordHistory } from "../../core/history/index.ts";
import type { Context } from "../../kernel/context.ts";
import { isUniqueViolation } from "../../kernel/database-error.ts";
import { DomainError } from "../../kernel/errors.ts";
import type { RetailerRow } from "../../kernel/find-retailer.ts";
import { newId } from "../../kernel/ids.ts";
import { withinQuota } from "../../kernel/quotas.ts";
import { insertStores, newStore, presentStore, storeWrite } from "../stores/index.ts";
import { checkExternalId, retailerExternalIdTaken } from "./internal/external-id.ts";
import { presentWithStores, retailerWrite } from "./internal/present-retailer.ts";
import { summaryOf } from "./internal/summarise-stores.ts";
import type { CreateRetailer, RetailerWithStores } from "./retailers.schema.ts";

/** The partner of a new retailer. A key that is limited to retailers or a role at one retailer cannot create one. */
function partnerOf({ actor }: Context): string {
  if (actor?.kind === "key" && actor.retailerIds === null) return actor.partnerId;
  if (actor?.kind === "staff" && actor.isPartner && actor.partnerId) return actor.partnerId;
  throw new DomainError(
    "InsufficientScope",
    "Retailers are created with a partner's key that is not limited to retailers.",
  );
}

/**
 * Creates a retailer of the caller's partner, and the stores in the body, in one transaction.
 * @throws InsufficientScope for a key limited to retailers; ValidationFailed; ExternalIdTaken; QuotaExceeded
 */
export async function createRetailer(ctx: Context, { body }: CreateRetailer): Promise<RetailerWithStores> {
  const now = ctx.now();
  const row: RetailerRow = {
    retailerId: newId(now),
    partnerId: partnerOf(ctx),
    externalId: body.externalId ?? null,
    name: body.name,
    contactName: body.contactName ?? null,
    contactEmail: body.contactEmail ?? null,
    contactPhone: body.contactPhone ?? null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  const bodies = body.stores ?? [];
  // Ids of one millisecond have no order. Sorted ids keep the stores in the order of the body.
  const storeIds = bodies.map(() => newId(now)).sort();
  const { retailerId } = row;
  const stores = bodies.map((store, n) =>
    newStore({ retailerId, storeId: storeIds[n] ?? newId(now) }, store, now, `/stores/${n}`),
  );
  await ctx.db.transaction("no shop", async (tx) => {
    const { prisma } = tx;
    await withinQuota(ctx, tx, row.partnerId, "retailers");
    await withinQuota(ctx, tx, row.partnerId, "stores", stores.length);
    await checkExternalId(tx, row);
    try {
      const { retailerId: id, ...data } = row;
      await prisma.retailer.create({ data: { ...data, id }, select: { id: true } });
    } catch (error) {
      if (isUniqueViolation(error)) throw retailerExternalIdTaken();
      throw error;
    }
    if (stores.length) await insertStores(prisma, stores);
    recordHistory(ctx, tx, [retailerWrite(null, row), ...stores.map((store) => storeWrite(null, store))]);
  });
  const summaries = {
    inventoryStatus: summaryOf(stores.length, 0, stores.length),
    channelStatus: summaryOf(stores.length, 0, 0),
  };
  return presentWithStores(row, summaries, stores.map(presentStore), stores.length);
}
