import { literalAddress, mayConnect, type OutboundSettings } from "./check-address.ts";
import { resolveAddresses } from "./name-resolver.ts";

/** The bad ports of the Fetch standard (section 2.9) from 1024 on: protocols in which a request can be a command. */
const bad = new Set([
  1_719, 1_720, 1_723, 2_049, 3_659, 4_045, 4_190, 5_060, 5_061, 6_000, 6_566, 6_665, 6_666, 6_667, 6_668, 6_669, 6_679,
  6_697, 10_080,
]);

/**
 * Whether a URL has a port of another protocol than HTTP: below 1024 only 80 and 443 are for the web. `http` is only for this machine,
 * with any port.
 */
export function hasBadPort({ protocol, port }: URL): boolean {
  const number = Number(port || 443);
  if (protocol === "http:") return false;
  return bad.has(number) || (number < 1_024 && number !== 80 && number !== 443);
}

/** Why a call has no answer: the same text for an open port and a closed one. */
export const NO_ANSWER = "no connection, or no HTTP answer on it";

const ofName = new Set(["ENOTFOUND", "EAI_AGAIN"]);
const ofCertificate = /CERT|UNABLE_TO_(?:GET|VERIFY)|SELF_SIGNED/;

/**
 * Whether an answer of the API may show why a call failed. Most reasons would show which ports of a server are open. The error of a
 * certificate may be shown for port 443 alone.
 */
export function mayTell(error: Error, { port }: Pick<URL, "port">): boolean {
  const code = "code" in error ? String(error.code) : undefined;
  return code === undefined || ofName.has(code) || (port === "" && ofCertificate.test(code));
}

const notHttps = "must begin with https://";
const notLocal = "must begin with https://; http:// is for this machine alone, such as http://127.0.0.1:3000/";
const notWeb = "has a port that is not for web servers; use 443 or a port from 1024 on";
const notPublic =
  "leads to a private, loopback, link-local or reserved address; it must lead to one that the public internet reaches";

/**
 * A name that does not resolve yet is no problem. The connector checks the addresses again, because DNS answers change.
 * @param before the URL that is replaced. It keeps its port
 */
export async function findUrlProblem(
  text: string,
  settings: OutboundSettings,
  before?: unknown,
): Promise<string | undefined> {
  const url = new URL(text);
  if (text !== before && hasBadPort(url)) return notWeb;
  const isLocal = url.protocol === "http:";
  if (isLocal && !settings.allowLocalWebhooks) return notHttps;
  const literal = literalAddress(url);
  const addresses = literal ? [literal] : await resolveAddresses(url.protocol, url.hostname, settings).catch(() => []);
  if (isLocal && !addresses.length) return notLocal;
  if (addresses.every((address) => mayConnect(url.protocol, address, settings))) return undefined;
  return isLocal ? notLocal : notPublic;
}
