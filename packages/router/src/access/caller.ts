import { randomUUID } from "node:crypto";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { DomainError } from "../kernel/errors.ts";

function parsed(address: string | undefined): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  return address !== undefined && isIP(address) ? ipaddr.process(address) : undefined;
}

export type IsTrusted = (address: string) => boolean;

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

/**
 * The network that calls are counted by: an IPv4 address, or the /64 of an IPv6 address. One customer usually has a whole /64, some
 * have a whole /48.
 */
export function networkOf(address: string, bits: 48 | 64 = 64): string {
  const judged = parsed(address);
  if (!judged) return "unknown";
  if (judged instanceof ipaddr.IPv4) return judged.toString();
  const parts = judged.parts.map((part, n) => (n < bits / 16 ? part : 0));
  return `${new ipaddr.IPv6(parts).toString()}/${bits}`;
}

/** The origins of a console. A console on this machine has two: `localhost` and `127.0.0.1`. @param consoleUrl without a path */
export function originsOf(consoleUrl: string): string[] {
  const url = new URL(consoleUrl);
  const names = ["localhost", "127.0.0.1"];
  if (!names.includes(url.hostname)) return [url.origin];
  return names.map((name) => {
    url.hostname = name;
    return url.origin;
  });
}

/**
 * The error for a call that a browser makes for a page of another site; undefined for any other call. Programs send no such headers.
 * A link from elsewhere may lead to a download, because GET changes nothing.
 */
export function foreignOrigin(
  { method, headers }: Pick<Request, "method" | "headers">,
  consoleUrl: string,
): DomainError | undefined {
  const origin = headers.get("origin");
  const isLink = ["GET", "HEAD"].includes(method) && headers.get("sec-fetch-mode") === "navigate";
  const isOwn =
    origin === null
      ? isLink || ["same-origin", "none", null].includes(headers.get("sec-fetch-site"))
      : originsOf(consoleUrl).includes(origin);
  if (isOwn) return undefined;
  return new DomainError("ForeignOrigin", "Open the console at its own address (HIGHSTREET_CONSOLE_URL).");
}

/** The caller's `X-Request-Id` if it has 1 to 128 visible characters, otherwise a new id. */
export function requestIdOf(given: unknown): string {
  return typeof given === "string" && /^[\x21-\x7e]{1,128}$/.test(given) ? given : randomUUID();
}

/**
 * Reads a body of at most `limit` bytes. Stops at the first chunk beyond the limit.
 * @returns undefined if the body is larger
 */
export async function readBounded(request: Request, limit: number): Promise<Buffer<ArrayBuffer> | undefined> {
  if (Number(request.headers.get("content-length")) > limit) return undefined;
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of request.body ?? []) {
    size += piece.byteLength;
    if (size > limit) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
