import type { Tx } from "@highstreet/db";
import { newId } from "../../kernel/ids.ts";
import type { Powers } from "./check-within.ts";
import { digestOf, newSecret } from "./key-token.ts";
import type { NewKey } from "./keys.schema.ts";
import { keyColumns, presentKey } from "./present-key.ts";

/** Makes a key of the partner and stores its digest. What it returns is the only place that ever holds the secret. */
export async function insertKey(
  prisma: Pick<Tx["prisma"], "apiKey">,
  key: Powers & { partnerId: string; name: string },
  now: Date,
): Promise<NewKey> {
  const id = newId(now);
  const secret = newSecret();
  const row = await prisma.apiKey.create({
    data: {
      id,
      partnerId: key.partnerId,
      name: key.name,
      digest: digestOf(secret),
      scopes: [...new Set(key.scopes)],
      limited: key.retailerIds !== null,
      retailerIds: [...new Set(key.retailerIds)],
      expiresAt: key.expiresAt,
      createdAt: now,
    },
    select: keyColumns,
  });
  return { ...presentKey(row), key: `hs_${id}_${secret}` };
}
