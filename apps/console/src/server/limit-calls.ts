import "server-only";
import { type Actor, createRateLimit, DomainError, networkOf } from "@highstreet/router";
import { addressOf } from "./caller-address.ts";
import { environment } from "./environment.ts";
import { once } from "./once.ts";

/**
 * Counts calls as the REST service does: per member of staff or, without a session, per address.
 * @throws RateLimited
 */
export function limitCalls(actor: Actor | null, headers: Headers, calls: number): void {
  const limit = once("rate limit", () => createRateLimit(environment.rateLimit, () => new Date()));
  const member = actor?.kind === "staff" ? `staff ${actor.userId}` : `address ${networkOf(addressOf(headers))}`;
  if (limit.take(member, calls) >= 0) return;
  throw new DomainError("RateLimited", "Too many calls. Wait a second and try again.");
}
