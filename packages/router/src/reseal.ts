import type { Database } from "@highstreet/db";
import { reseal as resealValues } from "./access/sealed-values.ts";
import type { KeyRing } from "./access/vault.ts";
import { resealSecondFactors } from "./features/staff/index.ts";

/**
 * Encrypts all sealed values and second factors again with the first key of `HIGHSTREET_SECRET_KEY`. The service can keep running.
 * Afterwards the other keys can be removed.
 * @returns the number of values in each table that were encrypted again
 * @throws Error if the ring lacks the key of a value; the values before it stay encrypted with the first key
 */
export async function reseal(db: Database, ring: KeyRing): Promise<Record<string, number>> {
  return { ...(await resealValues(db, ring)), staff_two_factor: await resealSecondFactors(db, ring.secretKey) };
}
