import "server-only";
import { type Actor, createRateLimit, DomainError, networkOf } from "@highstreet/router";
import { addressOf } from "./caller-address.ts";
import { environment } from "./environment.ts";
import { once } from "./once.ts";

/**
 * Counts calls as the REST service does: of a member of staff, or of an address where nobody has signed in.
 * @throws RateLimited
 */
export function limitCalls(actor: Actor | null, headers: Headers, calls: number): void {
  const limit = once("rate limit", () => createRateLimit(environment.rateLimit, () => new Date()));
  const member = actor?.kind === "staff" ? `staff ${actor.userId}` : `address ${networkOf(addressOf(headers))}`;
  if (limit.take(member, calls) >= 0) return;
  throw new DomainError("RateLimited", "There are too many calls; wait a second, then go on.");
}
