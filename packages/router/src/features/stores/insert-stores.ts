import type { Tx } from "@highstreet/db";
import type { StoreRow } from "../../core/stores/index.ts";
import { isForeignKeyViolation, isUniqueViolation } from "../../kernel/database-error.ts";
import { DomainError } from "../../kernel/errors.ts";
import { retailerNotFound } from "../../kernel/find-retailer.ts";

/** Another store of the retailer has the external id. */
export function storeExternalIdTaken(): DomainError {
  return new DomainError("ExternalIdTaken", "Another store of this retailer has this externalId already.");
}

/**
 * Writes new stores.
 * @throws ExternalIdTaken; RetailerNotFound when the retailer was deleted meanwhile
 */
export async function insertStores(prisma: Pick<Tx["prisma"], "store">, stores: StoreRow[]): Promise<void> {
  try {
    await prisma.store.createMany({ data: stores.map(({ storeId, ...store }) => ({ ...store, id: storeId })) });
  } catch (error) {
    if (isUniqueViolation(error)) throw storeExternalIdTaken();
    if (isForeignKeyViolation(error)) throw retailerNotFound();
    throw error;
  }
}
