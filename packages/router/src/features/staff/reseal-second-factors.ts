import type { Database } from "@highstreet/db";
import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { startingWith } from "../../kernel/text.ts";
import { sessionSecrets } from "./internal/session-secrets.ts";

const BATCH = 500;

/**
 * Encrypts the second factors of staff again with the first key of `HIGHSTREET_SECRET_KEY`. The service can keep running: a row
 * that changes during a pass is encrypted in the next pass. The last pass finds no row.
 * @returns the number of rows that were encrypted again
 * @throws Error when the list lacks the key of a row
 */
export async function resealSecondFactors(db: Database, secretKey: string): Promise<number> {
  const secrets = sessionSecrets(secretKey);
  const [first] = secrets;
  if (!first) return 0;
  const key = {
    keys: new Map(secrets.map(({ version, value }) => [version, value])),
    currentVersion: first.version,
  };
  const again = async (data: string) => symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data }) });
  const prefix = `$ba$${first.version}$`;
  const stale = { OR: [{ NOT: { secret: startingWith(prefix) } }, { NOT: { backupCodes: startingWith(prefix) } }] };
  let count = 0;
  for (;;) {
    const rows = await db.prisma.twoFactor.findMany({ where: stale, take: BATCH });
    if (!rows.length) return count;
    for (const { id, secret, backupCodes } of rows) {
      const data = { secret: await again(secret), backupCodes: await again(backupCodes) };
      count += (await db.prisma.twoFactor.updateMany({ where: { id, secret, backupCodes }, data })).count;
    }
  }
}
