import { within } from "@highstreet/db";
import { findRetailer } from "../../access/find-retailer.ts";
import { recordHistory } from "../../core/history/index.ts";
import { checkNames } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { isMissingRow } from "../../kernel/database-error.ts";
import { retailerNotFound } from "../../kernel/errors.ts";
import { checkVersion } from "../../kernel/if-match.ts";
import { lockRetailer } from "../../kernel/kernel.sql.ts";
import { checkExternalId, retailerWrite } from "./internal/retailer-record.ts";
import { getRetailer } from "./read-retailers.ts";
import type { RetailerWithStores, UpdateRetailer } from "./retailers.schema.ts";

/**
 * Changes a retailer by JSON Merge Patch. Values that it already has change nothing.
 * @throws RetailerNotFound, PreconditionFailed, ExternalIdTaken; ValidationFailed for a name of several lines
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
        const isSame = ([name, value]: [string, unknown]) => before[name as keyof typeof data] === value;
        if (Object.entries(data).every(isSame)) return;
        checkNames({ name, contactName }, before);
        if (externalId !== undefined) await checkExternalId(tx, { ...before, externalId });
        await tx.prisma.retailer.update({
          where: { id },
          data: { ...data, version: { increment: 1 }, updatedAt: ctx.now() },
          select: { id: true },
        });
        await recordHistory(ctx, tx, [retailerWrite(before, await findRetailer(inside, id))]);
      });
    } catch (error) {
      if (isMissingRow(error)) throw retailerNotFound();
      throw error;
    }
  }
  return getRetailer(ctx, { retailerId: id });
}
