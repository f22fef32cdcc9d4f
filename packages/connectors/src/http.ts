import { setTimeout as pause } from "node:timers/promises";
import { blockReason, guardedConnector, type OutboundSettings } from "@highstreet/outbound";
import { Agent, type Dispatcher, request } from "undici";
import { type CheckLimit, ConnectorError, limitsOf, type PullLimits, pullLimits } from "./limits.ts";

const TRIES = 5;
const FIRST_PAUSE_MS = 1_000;
/** A longer pause ends the pull. The next pull continues. */
const MAX_PAUSE_MS = 60_000;

export interface ShopCall {
  method: "GET" | "POST";
  url: URL;
  headers: Record<string, string>;
  body?: unknown;
}

export interface ShopAnswer {
  status: number;
  headers: Record<string, string | undefined>;
  /** Parsed JSON. Text that is no JSON stays text. */
  body: unknown;
}

export interface Judgement {
  error?: ConnectorError;
  /** Time until a retry makes sense in ms. Without it, the pause doubles from 1 s. */
  retryAfterMs?: number | null;
}

export interface HttpOptions extends OutboundSettings {
  name: string;
  /** Origin of a fake for tests and demos. All calls go to this origin, with the real host in the `host` header. */
  standIn?: string | undefined;
  limits?: Partial<PullLimits> | undefined;
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
 * Calls a shop system: only public addresses, no redirect, within the limits of one pull. Repeats a call that was limited or had no
 * answer, at most four times. All calls are reads, so a repeated call does no harm.
 */
export class Http {
  readonly name: string;
  readonly check: CheckLimit;
  readonly #limits: PullLimits;
  readonly #settings: OutboundSettings;
  readonly #standIn: string | undefined;
  readonly #sleep: NonNullable<HttpOptions["sleep"]>;
  readonly #closing = new AbortController();
  readonly #agent: Agent;
  readonly #processorTime = process.cpuUsage();
  #calls = 0;
  #bytes = 0;

  constructor({
    name,
    standIn,
    limits,
    sleep = (ms, options) => pause(ms, undefined, options),
    ...settings
  }: HttpOptions) {
    this.name = name;
    this.#settings = settings;
    this.#standIn = standIn;
    this.#limits = { ...pullLimits, ...limits };
    this.check = limitsOf(name, this.#limits);
    this.#sleep = sleep;
    const { protocol } = new URL(standIn ?? "https://any.example");
    // Twice as many bytes, for headers and the framing of chunks.
    const most = { timeoutMs: this.#limits.callSeconds * 1_000, mostBytes: 2 * this.#limits.answerBytes };
    this.#agent = new Agent({ connect: guardedConnector(protocol, settings, most) });
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
      if (!isWorthAnother || tries === TRIES || wait > MAX_PAUSE_MS) throw error;
      await this.#sleep(wait, this.#closing);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#agent.destroy();
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
    this.check("calls", ++this.#calls);
    const { user, system } = process.cpuUsage(this.#processorTime);
    this.check("processorSeconds", (user + system) / 1_000_000);
    const { callSeconds } = this.#limits;
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
        dispatcher: this.#agent,
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(callSeconds * 1_000)]),
      });
      answer = {
        status: response.statusCode,
        headers: headersOf(response.headers),
        body: parse(await this.#textOf(response.body)),
      };
    } catch (cause) {
      this.#closing.signal.throwIfAborted();
      if (cause instanceof ConnectorError) throw cause;
      const isLate = cause instanceof Error && cause.name === "TimeoutError";
      const what = isLate ? `no whole answer within ${callSeconds} seconds` : "no answer";
      return { error: new ConnectorError("unavailable", `${this.name} gave ${what} at ${url.host}.`, { cause }) };
    }
    const { error, retryAfterMs = secondsOf(answer.headers["retry-after"]) } = judge(answer);
    return error ? { error, retryAfterMs } : { answer };
  }

  async #textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of body) {
      size += piece.length;
      this.#bytes += piece.length;
      this.check("answerBytes", size);
      this.check("bytes", this.#bytes);
      pieces.push(piece);
    }
    return new TextDecoder().decode(Buffer.concat(pieces));
  }
}
