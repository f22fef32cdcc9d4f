import "server-only";
import { type Actor, createRateLimit, DomainError, networkOf } from "@highstreet/router";
import { addressOf } from "./caller-address.ts";
import { environment } from "./environment.ts";
import { once } from "./once.ts";
import { texts } from "./texts.ts";

function memberOf(actor: Actor | null, headers: Headers): string {
  if (actor?.kind === "staff") return `staff ${actor.userId}`;
  return actor?.kind === "key" ? `key ${actor.keyId}` : `address ${networkOf(addressOf(headers))}`;
}

/**
 * Counts calls as the REST service does: per key or member of staff, otherwise per address.
 * @throws RateLimited
 */
export function limitCalls(actor: Actor | null, headers: Headers, calls: number): void {
  const limit = once("rate limit", () => createRateLimit(environment.rateLimit, () => new Date()));
  if (limit.take(memberOf(actor, headers), calls) >= 0) return;
  throw new DomainError("RateLimited", texts.tooManyCalls);
}
