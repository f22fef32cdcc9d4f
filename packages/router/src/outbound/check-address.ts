import ipaddr from "ipaddr.js";
import type { Settings } from "../kernel/context.ts";

/** The address that a URL's host is; undefined for a name. WHATWG URLs bring every notation of an IPv4 address to one. */
export function literalAddress(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return ipaddr.isValid(host) ? host : undefined;
}

/** All that is given out of IPv6; what is left lies in no table of special blocks, such as `::127.0.0.1` (RFC 4291, 2.5.5.1). */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address.range() === "unicast" && (address instanceof ipaddr.IPv4 || address.match(globalUnicast));
}

/**
 * Whether an address that others named may be connected to: `https` to public unicast addresses alone, none of them IPv6
 * with an IPv4 address inside; where the settings allow it, also `http` to loopback addresses.
 */
export function mayConnect(protocol: string, address: string, settings: Settings): boolean {
  if (!ipaddr.isValid(address)) return false;
  const judged = ipaddr.parse(address);
  if (protocol === "https:") return isPublic(judged);
  return protocol === "http:" && settings.allowLocalWebhooks && judged.range() === "loopback";
}

/** Why a URL may not be called, whatever its name leads to (`guardedLookup` asks that); undefined: it may. */
export function whyNotCalled(url: URL, settings: Settings): string | undefined {
  const literal = literalAddress(url);
  if (literal && !mayConnect(url.protocol, literal, settings)) return `${literal} is an address that may not be called`;
  const isOpen = url.protocol === "https:" || (url.protocol === "http:" && settings.allowLocalWebhooks);
  return isOpen ? undefined : "only https may be called";
}
