import "server-only";
import { callerAddress, createIsTrusted } from "@highstreet/router";
import { environment } from "./environment.ts";
import { once } from "./once.ts";
import { peers } from "./peer.ts";

/** The address of the current request's caller; `unknown` under `next dev`. */
export function addressOf(headers: Headers): string {
  const isTrusted = once("trusted proxies", () => createIsTrusted(environment.trustedProxies));
  return callerAddress(peers().getStore()?.address, headers.get("x-forwarded-for"), isTrusted);
}
