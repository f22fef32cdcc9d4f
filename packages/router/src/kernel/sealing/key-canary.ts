import type { Database } from "@highstreet/db";
import type { Place } from "./sealed-columns.ts";
import type { KeyRing } from "./vault.ts";

const PLACE: Place = ["key_canary", "true"];

/** Writes the canary of the keys if the database has none. Of processes that start at once, the first one writes it. */
export async function writeKeyCanary({ prisma }: Pick<Database, "prisma">, ring: KeyRing): Promise<void> {
  await prisma.keyCanary.createMany({ data: { sealed: ring.seal("canary", PLACE) }, skipDuplicates: true });
}

/** Why the ring does not fit the database, as one line for the operator; undefined if it decrypts the canary, or there is none. */
export async function whyKeysUnfit({ prisma }: Pick<Database, "prisma">, ring: KeyRing): Promise<string | undefined> {
  const canary = await prisma.keyCanary.findUnique({ where: { id: true } });
  if (!canary) return undefined;
  try {
    ring.open(canary.sealed, PLACE);
    return undefined;
  } catch {
    return "HIGHSTREET_SECRET_KEY does not open the secrets in this database: add the key that sealed them to the list.";
  }
}
