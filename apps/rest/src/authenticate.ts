import { type Actor, authenticateKey, authenticateUpload, type Context, type Meta } from "@highstreet/router";

const bearer = /^Bearer +([^\s]+) *$/i;

/** Who sends the Authorization header of a call with such access; null: nobody that it knows. */
export async function authenticate(
  { db, keyCache, now }: Pick<Context, "db" | "keyCache" | "now">,
  authorization: string | undefined,
  access: Meta["access"],
): Promise<Actor | null> {
  const token = bearer.exec(authorization ?? "")?.[1];
  if (token === undefined) return null;
  if (access === "upload") return authenticateUpload(db, token);
  return keyCache ? keyCache.authenticate(token, now()) : authenticateKey(db, token, now());
}
