import ipaddr from "ipaddr.js";
import type { Settings } from "../context.ts";

/** The address that a URL's host is; undefined for a name. WHATWG URLs bring every notation of an IPv4 address to one. */
export function literalAddress(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return ipaddr.isValid(host) ? host : undefined;
}

/**
 * Whether a webhook may connect to an address: `https` to public unicast addresses alone (mapped and embedded IPv6 are
 * judged by what they hold, or refused); where the settings allow it, also `http` to loopback addresses.
 */
export function mayConnect(protocol: string, address: string, settings: Settings): boolean {
  if (!ipaddr.isValid(address)) return false;
  const range = ipaddr.process(address).range();
  if (protocol === "https:") return range === "unicast";
  return protocol === "http:" && settings.allowLocalWebhooks && range === "loopback";
}
