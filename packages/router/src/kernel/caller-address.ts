import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Reads an IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) as IPv4. */
function parsed(address: string | undefined): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  return address !== undefined && isIP(address) ? ipaddr.process(address) : undefined;
}

/** Whether an address belongs to a trusted proxy. */
export type IsTrusted = (address: string) => boolean;

/** @param proxies addresses and networks (CIDR) */
export function createIsTrusted(proxies: readonly string[]): IsTrusted {
  const networks = proxies.map((entry) => {
    const [address = "", bits] = entry.split("/");
    const network = ipaddr.parse(address);
    return [network, bits === undefined ? (network.kind() === "ipv4" ? 32 : 128) : Number(bits)] as const;
  });
  return (address) => {
    const judged = parsed(address);
    return networks.some(([network, bits]) => judged?.kind() === network.kind() && judged.match(network, bits));
  };
}

/**
 * The address of a caller: the socket's peer or, behind trusted proxies, the last address in `X-Forwarded-For` that is
 * not a trusted proxy.
 * @param peer the remote address of the socket; undefined if unknown
 */
export function callerAddress(
  peer: string | undefined,
  forwardedFor: string | null | undefined,
  isTrusted: IsTrusted,
): string {
  let address = peer ?? "unknown";
  for (const hop of (forwardedFor ?? "").split(",").reverse()) {
    if (!isTrusted(address) || !isIP(hop.trim())) break;
    address = hop.trim();
  }
  return address;
}

/** The network that calls are counted by: an IPv4 address, or the /64 of an IPv6 address. One customer usually has a whole /64. */
export function networkOf(address: string): string {
  const judged = parsed(address);
  if (!judged) return "unknown";
  if (judged instanceof ipaddr.IPv4) return judged.toString();
  return `${new ipaddr.IPv6([...judged.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}
