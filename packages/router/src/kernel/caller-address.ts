import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Whether a text is an address or a network such as 10.0.0.0/8. */
function isNetwork(entry: string): boolean {
  const [address = "", bits, ...more] = entry.split("/");
  const most = { 4: 32, 6: 128 }[isIP(address)];
  if (most === undefined || more.length) return false;
  return bits === undefined || (/^[1-9][0-9]{0,2}$/.test(bits) && Number(bits) <= most);
}

/**
 * Reads `HIGHSTREET_TRUSTED_PROXIES`: addresses and networks (CIDR) of trusted proxies, separated by commas.
 * @throws Error with one line that names the wrong entry
 */
export function readTrustedProxies(env: Record<string, string | undefined>): string[] {
  const name = "HIGHSTREET_TRUSTED_PROXIES";
  const given = (env[name] ?? "").split(",").map((entry) => entry.trim());
  const named = given.filter((entry) => entry !== "");
  const wrong = named.find((entry) => !isNetwork(entry));
  if (wrong === undefined) return named;
  throw new Error(`${name} holds "${wrong}": name addresses or networks such as 10.0.0.0/8, separated by commas.`);
}

/** Reads an IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) as IPv4. */
function parsed(address: string | undefined): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  return address !== undefined && isIP(address) ? ipaddr.process(address) : undefined;
}

/** Whether an address belongs to a trusted proxy. */
export type IsTrusted = (address: string) => boolean;

/** @param proxies as `readTrustedProxies` returns them */
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
