import "server-only";
import {
  type Actor,
  callerAddress,
  createIsTrusted,
  createRateLimit,
  DomainError,
  networkOf,
} from "@highstreet/router";
import { environment } from "./environment.ts";
import { once, peers } from "./once.ts";
import { texts } from "./texts.ts";

function memberOf(actor: Actor | null, headers: Headers): string {
  if (actor?.kind === "staff") return `staff ${actor.userId}`;
  return actor?.kind === "key" ? `key ${actor.keyId}` : `address ${networkOf(addressOf(headers))}`;
}

/** Counts calls per key or member of staff, otherwise per address. @throws RateLimited */
export async function limitCalls(actor: Actor | null, headers: Headers, calls: number): Promise<void> {
  const limit = once("rate limit", () => createRateLimit(environment.rateLimit, () => new Date()));
  if (limit.take(memberOf(actor, headers), calls) >= 0) return;
  throw new DomainError("RateLimited", texts.tooManyCalls);
}

/** The address of the current request's caller; `unknown` under `next dev`. */
export function addressOf(headers: Headers): string {
  const isTrusted = once("trusted proxies", () => createIsTrusted(environment.trustedProxies));
  return callerAddress(peers().getStore()?.address, headers.get("x-forwarded-for"), isTrusted);
}
