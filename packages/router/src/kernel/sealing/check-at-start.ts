import { type Database, openDatabase, pendingMigrations } from "@highstreet/db";
import { whyUnavailable } from "../why-unavailable.ts";
import { checkKeyRing } from "./check-key-ring.ts";
import { createVault, type KeyRing } from "./vault.ts";

/**
 * Runs `checkKeyRing` in a process that can start before the database is up or migrated.
 * @returns a function that repeats the check until it has run once
 */
export async function checkAtStart(db: Database, ring: KeyRing): Promise<() => Promise<void>> {
  let isChecked = false;
  const check = async (): Promise<void> => {
    if (isChecked || (await pendingMigrations(db)).length) return;
    await checkKeyRing(db, ring);
    isChecked = true;
  };
  await check().catch((error: unknown) => {
    if (whyUnavailable(error) === undefined) throw error;
  });
  return check;
}

/** Runs the check once, for a process that opens its database later. */
export async function checkKeys(databaseUrl: string, secretKey: string): Promise<void> {
  const ring = createVault(secretKey);
  const db = openDatabase({ url: databaseUrl, connections: 1 });
  try {
    await checkAtStart(db, ring);
  } finally {
    await db.close();
  }
}
