import type { Database } from "@highstreet/db";
import type { Actor } from "../../kernel/context.ts";
import { newId } from "../../kernel/ids.ts";
import { digestOf, isDigestOf, newSecret, parseKeyToken } from "./internal/key-token.ts";

export type UploadActor = Extract<Actor, { kind: "upload" }>;

/** A key that only sends the feeds of one store. */
export interface UploadKey {
  id: string;
  /** SHA-256 of the secret. Only the digest is stored. */
  digest: Uint8Array<ArrayBuffer>;
  /** The bearer token, which is shown once. */
  token: string;
}

export function newUploadKey(now: Date): UploadKey {
  const id = newId(now);
  const secret = newSecret();
  return { id, digest: digestOf(secret), token: `hsu_${id}_${secret}` };
}

/**
 * The actor of an upload key's token; null if the token is malformed, wrong or replaced. The row is not cached, so that a key is
 * invalid as soon as another key replaces it.
 */
export async function authenticateUpload(
  { prisma }: Pick<Database, "prisma">,
  token: string,
): Promise<UploadActor | null> {
  const parsed = parseKeyToken(token, "hsu");
  if (!parsed) return null;
  const { keyId, secret } = parsed;
  const key = await prisma.uploadKey.findUnique({ where: { id: keyId } });
  if (!key || !isDigestOf(key.digest, secret)) return null;
  const { partnerId, retailerId, storeId } = key;
  const source = await prisma.inventorySource.findUnique({
    where: { retailerId_storeId: { retailerId, storeId } },
    select: { parameters: true },
  });
  if (!source) return null;
  const { mode } = source.parameters as { mode?: string };
  return {
    ...{ kind: "upload", keyId, partnerId, retailerId, storeId },
    mode: mode === "replace" ? "replace" : "update",
  };
}
