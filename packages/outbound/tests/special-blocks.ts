import ipaddr from "ipaddr.js";

/**
 * All rows of IANA's registries of special-purpose addresses:
 * https://www.iana.org/assignments/iana-ipv4-special-registry and
 * https://www.iana.org/assignments/iana-ipv6-special-registry (RFC 6890, RFC 8190).
 */
const registered = [
  "0.0.0.0/8", // this network
  "0.0.0.0/32", // this host on this network
  "10.0.0.0/8", // private use
  "100.64.0.0/10", // shared address space
  "127.0.0.0/8", // loopback
  "169.254.0.0/16", // link-local
  "172.16.0.0/12", // private use
  "192.0.0.0/24", // IETF protocol assignments
  "192.0.0.0/29", // IPv4 service continuity
  "192.0.0.8/32", // IPv4 dummy address
  "192.0.0.9/32", // Port Control Protocol anycast
  "192.0.0.10/32", // TURN anycast
  "192.0.0.170/32", // NAT64/DNS64 discovery
  "192.0.0.171/32", // NAT64/DNS64 discovery
  "192.0.2.0/24", // documentation (TEST-NET-1)
  "192.31.196.0/24", // AS112-v4
  "192.52.193.0/24", // AMT
  "192.88.99.0/24", // deprecated (6to4 relay anycast)
  "192.168.0.0/16", // private use
  "192.175.48.0/24", // direct delegation AS112 service
  "198.18.0.0/15", // benchmarking
  "198.51.100.0/24", // documentation (TEST-NET-2)
  "203.0.113.0/24", // documentation (TEST-NET-3)
  "240.0.0.0/4", // reserved
  "255.255.255.255/32", // limited broadcast
  "::1/128", // loopback
  "::/128", // unspecified
  "::ffff:0:0/96", // IPv4-mapped
  "64:ff9b::/96", // IPv4-IPv6 translation (NAT64)
  "64:ff9b:1::/48", // IPv4-IPv6 translation, local use
  "100::/64", // discard only
  "100:0:0:1::/64", // dummy IPv6 prefix
  "2001::/23", // IETF protocol assignments
  "2001::/32", // Teredo
  "2001:1::1/128", // Port Control Protocol anycast
  "2001:1::2/128", // TURN anycast
  "2001:1::3/128", // DNS-SD service registration anycast
  "2001:2::/48", // benchmarking
  "2001:3::/32", // AMT
  "2001:4:112::/48", // AS112-v6
  "2001:10::/28", // deprecated (ORCHID)
  "2001:20::/28", // ORCHIDv2
  "2001:30::/28", // drone remote ID
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4
  "2620:4f:8000::/48", // direct delegation AS112 service
  "3fff::/20", // documentation
  "5f00::/16", // segment routing
  "fc00::/7", // unique local
  "fe80::/10", // link-local
];

/** Further blocks without public unicast addresses, by IANA's registries of address space. */
const others = [
  "224.0.0.0/4", // multicast
  "::/96", // IPv4-compatible, deprecated
  "fec0::/10", // site-local, deprecated
  "ff00::/8", // multicast
  "4000::/2", // never allocated
];

/** Blocks with forbidden addresses. Loopback addresses are allowed if the settings allow them. */
export const specialBlocks = [...registered, ...others];

/** The first and last address of a block, and one address between for each seed from 0 to 1. */
export function addressesIn(block: string, seeds: readonly number[] = []): string[] {
  const [network, length] = ipaddr.parseCIDR(block);
  const bytes = network.toByteArray();
  const filled = (fill: (n: number) => number): string =>
    ipaddr
      .fromByteArray(
        bytes.map((byte, n) => {
          const free = Math.min(Math.max(8 * (n + 1) - length, 0), 8);
          return byte | (fill(n) & (2 ** free - 1));
        }),
      )
      .toString();
  const between = seeds.map((seed) => filled((n) => Math.floor(seed * 256 ** (n % 4) * 7_919) % 256));
  return [filled(() => 0), filled(() => 255), ...between];
}
