import { followRetailer } from "@highstreet/delivery";
import { type Owning, ownedBy, type RetailerRow } from "../../access/find-retailer.ts";
import { withinQuota } from "../../access/quotas.ts";
import { recordHistory } from "../../core/history/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { insertStores, newStore, presentStore, storeWrite } from "../stores/index.ts";
import { checkExternalId, presentWithStores, retailerWrite, summaryOf } from "./internal/retailer-record.ts";
import type { CreateRetailer, RetailerWithStores } from "./retailers.schema.ts";

function ownerOf({ actor }: Context): Required<Owning> {
  if (actor?.kind === "key" && actor.retailerIds === null) return ownedBy(actor);
  if (actor?.kind === "staff" && actor.isPartner && actor.partnerId) return ownedBy({ partnerId: actor.partnerId });
  throw new DomainError(
    "InsufficientScope",
    "Retailers are created with a partner's key that is not limited to retailers.",
  );
}

/**
 * Creates a retailer of the caller's partner, and the stores in the body, in one transaction. A test key makes a test retailer.
 * @throws InsufficientScope for a key limited to retailers; ValidationFailed; ExternalIdTaken; QuotaExceeded
 */
export async function createRetailer(ctx: Context, { body }: CreateRetailer): Promise<RetailerWithStores> {
  const now = ctx.now();
  const row: RetailerRow = {
    retailerId: newId(now),
    ...ownerOf(ctx),
    externalId: body.externalId ?? null,
    name: body.name,
    contactName: body.contactName ?? null,
    contactEmail: body.contactEmail ?? null,
    contactPhone: body.contactPhone ?? null,
    clockAhead: 0,
    clockDueAt: null,
    ruleVersion: 0,
    rulesDueAt: null,
    picturesDueAt: now,
    picturesAfter: "",
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
    const { retailerId: id, ...data } = row;
    await prisma.retailer.create({ data: { ...data, id }, select: { id: true } });
    await followRetailer(tx, row);
    if (stores.length) await insertStores(prisma, stores);
    await recordHistory(ctx, tx, [retailerWrite(null, row), ...stores.map((store) => storeWrite(null, store))]);
  });
  const summaries = {
    inventoryStatus: summaryOf(stores.length, 0, stores.length),
    channelStatus: summaryOf(stores.length, 0, 0),
  };
  return presentWithStores(row, summaries, stores.map(presentStore), stores.length);
}
