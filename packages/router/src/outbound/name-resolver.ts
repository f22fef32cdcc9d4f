import { Resolver } from "node:dns/promises";

/** Over all questions about one name. */
const DEADLINE_MS = 2_000;
/** What was answered is kept as long as it says, within these bounds … */
const SHORTEST_MS = 1_000;
const LONGEST_MS = 5 * 60_000;
/** … and that there was no answer, so that what fails fails quickly, and is soon asked anew. */
const FAILURE_MS = 5_000;
/** Names that are kept; the one asked for longest ago goes first. */
const MOST_NAMES = 10_000;

/** RFC 6761, 6.3: these lead to this machine, and no DNS server is asked for them. */
const thisMachine = /(?:^|\.)localhost\.?$/;
const unknownName = new Set(["ENOTFOUND", "ENODATA"]);

interface Answer {
  addresses: readonly string[];
  keptMs: number;
}

function within(ttlSeconds: number): number {
  return Math.min(Math.max(ttlSeconds * 1_000, SHORTEST_MS), LONGEST_MS);
}

/** With the codes of `getaddrinfo`, which whoever reads errors of connections knows. */
function failureOf(name: string, answers: PromiseSettledResult<unknown>[]): Error {
  const codes = answers.map((answer) => (answer.status === "rejected" ? String(answer.reason.code) : ""));
  if (codes.every((code) => unknownName.has(code))) {
    return Object.assign(new Error(`the name ${name} leads to no address`), { code: "ENOTFOUND" });
  }
  const why = codes.find((code) => !unknownName.has(code));
  const said = why === "ECANCELLED" ? "no answer in time" : why;
  return Object.assign(new Error(`the name ${name} could not be looked up (${said})`), { code: "EAI_AGAIN" });
}

/**
 * Asks DNS servers for the addresses of names, each question on sockets of its own and none longer than 2 s: names whose
 * servers are silent hold up no others, as they would the few threads of `getaddrinfo`. Neither the hosts file nor search
 * domains count.
 */
export class NameResolver {
  readonly #servers: string[] | undefined;
  readonly #deadlineMs: number;
  readonly #now: () => number;
  readonly #known = new Map<string, { addresses: Promise<readonly string[]>; until: number }>();

  /**
   * @param servers `address:port` of the DNS servers; the machine's own unless given
   * @param now milliseconds, never going back
   */
  constructor({ servers, deadlineMs = DEADLINE_MS, now = () => performance.now() }: ResolverOptions = {}) {
    this.#servers = servers;
    this.#deadlineMs = deadlineMs;
    this.#now = now;
  }

  /**
   * All addresses of a name, IPv4 first, or those that came in time.
   * @throws an Error with code ENOTFOUND where there is none, EAI_AGAIN where it cannot be told
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
    this.#known.delete(name);
    this.#known.set(name, asked);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_NAMES && oldest !== undefined) this.#known.delete(oldest);
    return asked.addresses;
  }

  async #ask(name: string): Promise<Answer> {
    if (thisMachine.test(name)) return { addresses: ["127.0.0.1", "::1"], keptMs: LONGEST_MS };
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
