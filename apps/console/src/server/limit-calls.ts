import "server-only";
import { type Actor, createSharedRateLimit, DomainError, networkOf } from "@highstreet/router";
import { addressOf } from "./caller-address.ts";
import { environment } from "./environment.ts";
import { once } from "./once.ts";
import { staffAccess } from "./staff-access.ts";
import { texts } from "./texts.ts";

function memberOf(actor: Actor | null, headers: Headers): string {
  if (actor?.kind === "staff") return `staff ${actor.userId}`;
  return actor?.kind === "key" ? `key ${actor.keyId}` : `address ${networkOf(addressOf(headers))}`;
}

/**
 * Counts calls together with the other processes of the console and of the REST service: per key or member of staff, otherwise per
 * address.
 * @throws RateLimited
 */
export async function limitCalls(actor: Actor | null, headers: Headers, calls: number): Promise<void> {
  const { askShare } = staffAccess();
  const limit = once("rate limit", () => createSharedRateLimit(environment.rateLimit, () => new Date(), askShare));
  if ((await limit.take(memberOf(actor, headers), calls)) >= 0) return;
  throw new DomainError("RateLimited", texts.tooManyCalls);
}
