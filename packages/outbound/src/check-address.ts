import ipaddr from "ipaddr.js";
import type { NameResolver } from "./name-resolver.ts";

export interface OutboundSettings {
  /** Allows `http` to loopback addresses. */
  allowLocalWebhooks: boolean;
  /** Resolves names of `https` URLs. Default: one resolver for the process, which asks the DNS servers of this machine. */
  resolver?: Pick<NameResolver, "addressesOf">;
}

/** The IP address in a URL's host, or undefined for a name. WHATWG URLs normalize all notations of an IPv4 address. */
export function literalAddress(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return ipaddr.isValid(host) ? host : undefined;
}

/** The only IPv6 block with public addresses. Excludes forms such as `::127.0.0.1` (RFC 4291, 2.5.5.1). */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address.range() === "unicast" && (address instanceof ipaddr.IPv4 || address.match(globalUnicast));
}

/**
 * Whether a connection to `address` is allowed. `https`: only public unicast addresses, and no IPv6 address that contains an
 * IPv4 address. `http`: only loopback addresses, if the settings allow them.
 */
export function mayConnect(protocol: string, address: string, settings: OutboundSettings): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (protocol === "https:") return isPublic(parsed);
  return protocol === "http:" && settings.allowLocalWebhooks && parsed.range() === "loopback";
}

/** Why a URL may not be called, or undefined. Does not resolve names: the connector checks their addresses. */
export function blockReason(url: URL, settings: OutboundSettings): string | undefined {
  const literal = literalAddress(url);
  if (literal && !mayConnect(url.protocol, literal, settings)) return `${literal} is an address that may not be called`;
  const isAllowed = url.protocol === "https:" || (url.protocol === "http:" && settings.allowLocalWebhooks);
  return isAllowed ? undefined : "only https may be called";
}
