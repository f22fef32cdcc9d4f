import { type Actor, authenticateKey, type Context } from "@highstreet/router";

const bearer = /^Bearer +([^\s]+) *$/i;

/** Who sends the Authorization header; null: nobody that we know. */
export async function authenticate(
  base: Pick<Context, "db" | "now">,
  authorization: string | undefined,
): Promise<Actor | null> {
  const token = bearer.exec(authorization ?? "")?.[1];
  return token === undefined ? null : authenticateKey(base.db, token, base.now());
}
