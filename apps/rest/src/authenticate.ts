import { type Actor, authenticateKey, type Context } from "@highstreet/router";

const bearer = /^Bearer +([^\s]+) *$/i;

/** Who sends the Authorization header; null: nobody that we know. */
export async function authenticate(
  { db, keyCache, now }: Pick<Context, "db" | "keyCache" | "now">,
  authorization: string | undefined,
): Promise<Actor | null> {
  const token = bearer.exec(authorization ?? "")?.[1];
  if (token === undefined) return null;
  return keyCache ? keyCache.authenticate(token, now()) : authenticateKey(db, token, now());
}
