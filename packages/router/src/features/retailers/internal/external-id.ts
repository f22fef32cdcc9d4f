import type { Tx } from "@highstreet/db";
import { DomainError } from "../../../kernel/errors.ts";
import { lockPartner } from "../../../kernel/kernel.sql.ts";

/** The error for an external id of another retailer of the partner. */
export function retailerExternalIdTaken(): DomainError {
  return new DomainError("ExternalIdTaken", "Another of your retailers has this externalId already.");
}

interface Identified {
  retailerId: string;
  partnerId: string;
  externalId: string | null;
}

/**
 * Checks that no other retailer of the partner has the external id. Locks the partner, so that concurrent calls cannot both take it: a
 * distributed database has no unique index over retailers (docs/decisions/0061).
 * @throws ExternalIdTaken
 */
export async function checkExternalId(tx: Tx, { retailerId, partnerId, externalId }: Identified): Promise<void> {
  if (externalId === null) return;
  await tx.query(lockPartner, [partnerId]);
  const others = await tx.prisma.retailer.count({ where: { partnerId, externalId, id: { not: retailerId } } });
  if (others > 0) throw retailerExternalIdTaken();
}
