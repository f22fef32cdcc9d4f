import { within } from "@highstreet/db";
import { recordHistory } from "../../core/history/index.ts";
import type { Context } from "../../kernel/context.ts";
import { isMissingRow, isUniqueViolation } from "../../kernel/database-error.ts";
import { findRetailer, retailerNotFound } from "../../kernel/find-retailer.ts";
import { checkVersion } from "../../kernel/if-match.ts";
import { lockRetailer } from "../../kernel/kernel.sql.ts";
import { getRetailer } from "./get-retailer.ts";
import { checkExternalId, retailerExternalIdTaken } from "./internal/external-id.ts";
import { retailerWrite } from "./internal/present-retailer.ts";
import type { RetailerWithStores, UpdateRetailer } from "./retailers.schema.ts";

/**
 * Changes a retailer by JSON Merge Patch.
 * @throws RetailerNotFound, PreconditionFailed, ExternalIdTaken
 */
export async function updateRetailer(ctx: Context, input: UpdateRetailer): Promise<RetailerWithStores> {
  const { retailerId: id, version } = await findRetailer(ctx, input.retailerId);
  checkVersion(ctx, version);
  const { name, externalId, contactName, contactEmail, contactPhone } = input.body;
  const given = { name, externalId, contactName, contactEmail, contactPhone };
  const data = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<
    typeof given
  >;
  if (Object.keys(data).length) {
    try {
      await ctx.db.transaction({ retailerId: id }, async (tx) => {
        const inside = { ...ctx, db: within(ctx.db, tx) };
        await tx.query(lockRetailer("FOR NO KEY UPDATE"), [id]);
        const before = await findRetailer(inside, id);
        checkVersion(ctx, before.version);
        if (externalId !== undefined) await checkExternalId(tx, { ...before, externalId });
        await tx.prisma.retailer.update({
          where: { id },
          data: { ...data, version: { increment: 1 }, updatedAt: ctx.now() },
          select: { id: true },
        });
        recordHistory(ctx, tx, [retailerWrite(before, await findRetailer(inside, id))]);
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw retailerExternalIdTaken();
      if (isMissingRow(error)) throw retailerNotFound();
      throw error;
    }
  }
  return getRetailer(ctx, { retailerId: id });
}
