import { lookup, Resolver } from "node:dns/promises";
import { LRUCache } from "lru-cache";
import type { OutboundSettings } from "./check-address.ts";

/** For all queries of one name. */
const DEADLINE_MS = 2_000;
/** An answer is cached for its TTL, within these bounds. */
const MIN_TTL_MS = 1_000;
const MAX_TTL_MS = 5 * 60_000;
/** A failure is cached briefly: calls fail fast, and the name is soon asked again. */
const FAILURE_MS = 5_000;
/** Cached names. The name that was queried first is removed first. */
const MAX_NAMES = 10_000;

/** Names of this machine (RFC 6761, 6.3). No DNS server is asked for them. */
const thisMachine = /(?:^|\.)localhost\.?$/;
const unknownName = new Set(["ENOTFOUND", "ENODATA"]);

interface Answer {
  addresses: readonly string[];
  keptMs: number;
}

function within(ttlSeconds: number): number {
  return Math.min(Math.max(ttlSeconds * 1_000, MIN_TTL_MS), MAX_TTL_MS);
}

/** Uses the codes of `getaddrinfo`, because callers know them from connection errors. */
function failureOf(name: string, answers: PromiseSettledResult<unknown>[]): Error {
  const codes = answers.map((answer) => (answer.status === "rejected" ? String(answer.reason.code) : ""));
  if (codes.every((code) => unknownName.has(code))) {
    return Object.assign(new Error(`the name ${name} leads to no address`), { code: "ENOTFOUND" });
  }
  const why = codes.find((code) => !unknownName.has(code));
  const cause = why === "ECANCELLED" ? "no answer in time" : why;
  return Object.assign(new Error(`the name ${name} could not be looked up (${cause})`), { code: "EAI_AGAIN" });
}

/**
 * Resolves names by DNS, each query on its own sockets and within 2 s. A silent DNS server does not delay other names, as it
 * would in the few threads of `getaddrinfo`. The hosts file and search domains are not used.
 */
export class NameResolver {
  readonly #servers: string[] | undefined;
  readonly #deadlineMs: number;
  readonly #now: () => number;
  readonly #known = new LRUCache<string, { addresses: Promise<readonly string[]>; until: number }>({ max: MAX_NAMES });

  /**
   * @param servers `address:port` of the DNS servers. Default: those of this machine.
   * @param now a monotonic clock in milliseconds
   */
  constructor({ servers, deadlineMs = DEADLINE_MS, now = () => performance.now() }: ResolverOptions = {}) {
    this.#servers = servers;
    this.#deadlineMs = deadlineMs;
    this.#now = now;
  }

  /**
   * All addresses of a name that arrived in time, IPv4 first.
   * @throws an Error with code ENOTFOUND if the name has no address, EAI_AGAIN if the servers did not answer
   */
  addressesOf(name: string): Promise<readonly string[]> {
    const known = this.#known.get(name);
    if (known && this.#now() < known.until) return known.addresses;
    const answer = this.#ask(name);
    const asked = { addresses: answer.then(({ addresses }) => addresses), until: Number.POSITIVE_INFINITY };
    const keepFor = (ms: number) => {
      asked.until = this.#now() + ms;
    };
    answer.then(
      ({ keptMs }) => keepFor(keptMs),
      () => keepFor(FAILURE_MS),
    );
    this.#known.set(name, asked);
    return asked.addresses;
  }

  async #ask(name: string): Promise<Answer> {
    if (thisMachine.test(name)) return { addresses: ["127.0.0.1", "::1"], keptMs: MAX_TTL_MS };
    const dns = new Resolver({ timeout: 500, tries: 4 });
    if (this.#servers) dns.setServers(this.#servers);
    const deadline = setTimeout(() => dns.cancel(), this.#deadlineMs);
    const answers = await Promise.allSettled([dns.resolve4(name, { ttl: true }), dns.resolve6(name, { ttl: true })]);
    clearTimeout(deadline);
    const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (!found.length) throw failureOf(name, answers);
    return {
      addresses: found.map(({ address }) => address),
      keptMs: within(Math.min(...found.map(({ ttl }) => ttl))),
    };
  }
}

export interface ResolverOptions {
  servers?: string[];
  deadlineMs?: number;
  now?: () => number;
}

const processResolver = new NameResolver();

/**
 * All addresses of a URL's host name. They are not checked yet. `http` is only for this machine, so its names come from the
 * hosts file.
 * @throws an Error with code ENOTFOUND or EAI_AGAIN
 */
export async function resolveAddresses(
  protocol: string,
  name: string,
  settings: OutboundSettings,
): Promise<readonly string[]> {
  if (protocol !== "http:") return (settings.resolver ?? processResolver).addressesOf(name);
  return (await lookup(name, { all: true })).map(({ address }) => address);
}
