import { longTimeouts } from "@highstreet/db";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { findRetailer, retailerNotFound } from "../../kernel/find-retailer.ts";
import { checkVersion } from "../../kernel/if-match.ts";
import type { RetailerId } from "./retailers.schema.ts";

/** Every table with rows of a retailer that belong to none of its stores, the retailer's own last. */
const tables = [
  "ingest_rejection",
  "ingest",
  "customization",
  "product",
  "listing_description",
  "history_entry",
  "staff_member",
  "retailer",
];

const lock = "SELECT version FROM retailer WHERE retailer_id = $1 FOR UPDATE";

/**
 * Removes a retailer with its product data, retailer-wide edits and staff roles.
 * @throws RetailerNotFound, PreconditionFailed; RetailerNotEmpty while a store is left (contract §2)
 */
export async function deleteRetailer(ctx: Context, input: RetailerId): Promise<void> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  await ctx.db.transaction(
    { retailerId },
    async (tx) => {
      // A concurrent transaction that adds a store holds this row. A later one does not find the retailer.
      const [found] = await tx.query<{ version: number }>(lock, [retailerId]);
      if (!found) throw retailerNotFound();
      checkVersion(ctx, found.version);
      if (await tx.prisma.store.count({ where: { retailerId } })) {
        throw new DomainError(
          "RetailerNotEmpty",
          "The retailer still has stores. DELETE the stores first, then the retailer.",
        );
      }
      for (const table of tables) await tx.query(`DELETE FROM ${table} WHERE retailer_id = $1`, [retailerId]);
    },
    { statementMs: longTimeouts.statementMs },
  );
}
