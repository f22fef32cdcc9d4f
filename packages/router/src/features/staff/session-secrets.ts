import { hkdfSync } from "node:crypto";
import type { Database } from "@highstreet/db";
import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { parseKeys } from "../../access/vault.ts";
import { startingWith } from "../../kernel/text.ts";

export interface SessionSecret {
  version: number;
  value: string;
}

/**
 * Derives the secrets of better-auth from `HIGHSTREET_SECRET_KEY` (HKDF), so that neither kind of key reveals the other.
 * The first secret signs sessions and encrypts second factors; each secret decrypts. Sessions end when the first key changes.
 */
export function sessionSecrets(secretKey: string): SessionSecret[] {
  return parseKeys(secretKey).map((key) => {
    const bytes = Buffer.from(hkdfSync("sha256", key, "", "highstreet staff sessions", 32));
    return { version: bytes.readUInt32BE(), value: bytes.toString("base64url") };
  });
}

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
