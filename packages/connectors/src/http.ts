import { setTimeout as pause } from "node:timers/promises";
import { blockReason, guardedConnector, type OutboundSettings } from "@highstreet/outbound";
import { Agent, type Dispatcher, request } from "undici";
import { ConnectorError } from "./connector-error.ts";

/** Maximum time of one call, for connection, headers and body together. */
const TIMEOUT_MS = 30_000;
const MOST_BYTES = 32 << 20;
const TRIES = 5;
const FIRST_PAUSE_MS = 1_000;
/** A longer pause ends the pull. The next pull continues. */
const LONGEST_PAUSE_MS = 60_000;

export interface ShopCall {
  method: "GET" | "POST";
  url: URL;
  headers: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
}

export interface ShopAnswer {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string | undefined>;
  /** Parsed JSON. Text that is no JSON stays text. */
  body: unknown;
}

/** What a connector decides about an answer. */
export interface Judgement {
  /** The error to throw; undefined for a success. */
  error?: ConnectorError;
  /** Time until a retry makes sense in ms. Without it, the pause doubles from 1 s. */
  retryAfterMs?: number | null;
}

export interface HttpOptions extends OutboundSettings {
  /** The name of the shop system in messages, such as `Shopify`. */
  name: string;
  /** Origin of a fake for tests and demos. All calls go to this origin, with the real host in the `host` header. */
  standIn?: string | undefined;
  timeoutMs?: number;
  /** Replaces waiting in tests. */
  sleep?: (ms: number, options: { signal: AbortSignal }) => Promise<unknown>;
}

const secondsOf = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,6}(?:\.\d+)?$/.test(text) ? Number(text) * 1_000 : null;

function headersOf(headers: Dispatcher.ResponseData["headers"]): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Calls a shop system: only public addresses, no redirect, at most 32 MiB an answer. Repeats a call that was limited or had no answer,
 * at most four times. All calls are reads, so a repeated call does no harm.
 */
export class Http {
  readonly name: string;
  readonly #settings: OutboundSettings;
  readonly #standIn: string | undefined;
  readonly #timeoutMs: number;
  readonly #sleep: NonNullable<HttpOptions["sleep"]>;
  readonly #closing = new AbortController();
  readonly #agents = new Map<string, Agent>();

  constructor({
    name,
    standIn,
    timeoutMs = TIMEOUT_MS,
    sleep = (ms, options) => pause(ms, undefined, options),
    ...settings
  }: HttpOptions) {
    this.name = name;
    this.#settings = settings;
    this.#standIn = standIn;
    this.#timeoutMs = timeoutMs;
    this.#sleep = sleep;
  }

  /**
   * @param judge reads the errors of the system out of an answer
   * @throws ConnectorError
   */
  async call(call: ShopCall, judge: (answer: ShopAnswer) => Judgement): Promise<ShopAnswer> {
    for (let tries = 1; ; tries++) {
      const { answer, error, retryAfterMs = null } = await this.#once(call, judge);
      if (answer) return answer;
      const wait = retryAfterMs ?? FIRST_PAUSE_MS * 2 ** (tries - 1);
      const isWorthAnother = error.kind === "limited" || error.kind === "unavailable";
      if (!isWorthAnother || tries === TRIES || wait > LONGEST_PAUSE_MS) throw error;
      await this.#sleep(wait, this.#closing);
    }
  }

  /** Ends running calls and closes the connections. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#agents.values()].map((agent) => agent.destroy()));
  }

  async #once(
    { method, url, headers, body }: ShopCall,
    judge: (answer: ShopAnswer) => Judgement,
  ): Promise<
    | { answer: ShopAnswer; error?: never; retryAfterMs?: never }
    | (Judgement & { answer?: never; error: ConnectorError })
  > {
    const target = this.#standIn === undefined ? url : new URL(url.pathname + url.search, this.#standIn);
    const blocked = blockReason(target, this.#settings);
    if (blocked !== undefined) throw new ConnectorError("refused", `The address may not be called: ${blocked}.`);
    let answer: ShopAnswer;
    try {
      const response = await request(target, {
        method,
        headers: {
          host: url.host,
          accept: "application/json",
          "user-agent": "Highstreet",
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        body: body === undefined ? null : JSON.stringify(body),
        dispatcher: this.#agentOf(target.protocol),
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(this.#timeoutMs)]),
      });
      answer = {
        status: response.statusCode,
        headers: headersOf(response.headers),
        body: parse(await response.body.text()),
      };
    } catch (cause) {
      this.#closing.signal.throwIfAborted();
      return { error: new ConnectorError("unavailable", `${this.name} gave no answer at ${url.host}.`, { cause }) };
    }
    const { error, retryAfterMs = secondsOf(answer.headers["retry-after"]) } = judge(answer);
    return error ? { error, retryAfterMs } : { answer };
  }

  #agentOf(protocol: string): Agent {
    const known = this.#agents.get(protocol);
    if (known) return known;
    const limits = { timeoutMs: this.#timeoutMs, mostBytes: MOST_BYTES };
    const agent = new Agent({ connect: guardedConnector(protocol, this.#settings, limits) });
    this.#agents.set(protocol, agent);
    return agent;
  }
}
