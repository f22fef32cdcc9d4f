import { literalAddress, mayConnect, type OutboundSettings } from "./check-address.ts";
import { resolveAddresses } from "./name-resolver.ts";

const notHttps = "must begin with https://";
/** For settings that allow local webhooks. */
const notLocal = "must begin with https://; http:// is for this machine alone, such as http://127.0.0.1:3000/";
const notPublic =
  "leads to a private, loopback, link-local or reserved address; it must lead to one that the public internet reaches";

/**
 * Why a URL that a partner sets may not be called, or undefined. A name that does not resolve yet is no problem.
 * The connector checks the addresses again, because DNS answers change.
 */
export async function findUrlProblem(text: string, settings: OutboundSettings): Promise<string | undefined> {
  const url = new URL(text);
  const isLocal = url.protocol === "http:";
  if (isLocal && !settings.allowLocalWebhooks) return notHttps;
  const literal = literalAddress(url);
  const addresses = literal ? [literal] : await resolveAddresses(url.protocol, url.hostname, settings).catch(() => []);
  if (isLocal && !addresses.length) return notLocal;
  if (addresses.every((address) => mayConnect(url.protocol, address, settings))) return undefined;
  return isLocal ? notLocal : notPublic;
}
