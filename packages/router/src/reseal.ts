import type { Database } from "@highstreet/db";
import { type KeyRing, resealValues } from "./sealing/index.ts";
import { resealSecondFactors } from "./staff/index.ts";

/**
 * Seals everything anew with the first key of `HIGHSTREET_SECRET_KEY`: sealed values and second factors of staff. The service may run
 * meanwhile. Afterwards the other keys can be removed.
 * @returns how many values of each table were sealed anew
 * @throws Error when the ring lacks the key of a value; what was sealed anew before stays so
 */
export async function reseal(db: Database, ring: KeyRing): Promise<Record<string, number>> {
  return { ...(await resealValues(db, ring)), staff_two_factor: await resealSecondFactors(db, ring.secretKey) };
}
