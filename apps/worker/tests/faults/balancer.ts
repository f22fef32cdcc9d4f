import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";

/** The answer of a call; undefined: the connection broke. */
export type Answer =
  | { origin: string; status: number; text: string }
  | { origin: string; status: undefined; error: unknown };

/** A call that `Balancer.call` sends to the next ready server. */
export interface Call {
  method: "GET" | "PATCH" | "POST" | "PUT";
  path: string;
  headers: Record<string, string>;
  body?: string;
}

const POLL_MS = 50;

/**
 * A load balancer as an operator would set it up: it polls `/readyz`, gives each call to the next ready server, and retries nothing.
 * A broken connection takes its server out until the next poll finds it ready.
 */
export class Balancer {
  readonly #pools = new Map<string, Pool>();
  readonly #ready = new Set<string>();
  readonly #ending = new AbortController();
  #calls = 0;

  /** Polls a server until `remove`. Resolves when the server is ready. */
  async add(origin: string): Promise<void> {
    const pool = new Pool(origin, { connections: 16 });
    this.#pools.set(origin, pool);
    const first = Promise.withResolvers<void>();
    void this.#watch(origin, pool, first.resolve);
    await first.promise;
  }

  async remove(origin: string): Promise<void> {
    this.#ready.delete(origin);
    const pool = this.#pools.get(origin);
    this.#pools.delete(origin);
    await pool?.destroy();
  }

  isReady(origin: string): boolean {
    return this.#ready.has(origin);
  }

  async call({ method, path, headers, body }: Call): Promise<Answer> {
    const ready = [...this.#ready];
    const origin = ready[this.#calls++ % ready.length];
    const pool = origin === undefined ? undefined : this.#pools.get(origin);
    if (origin === undefined || !pool) return { origin: "none", status: 503, text: "no server is ready" };
    try {
      const answer = await pool.request({ method, path, headers, body: body ?? null });
      return { origin, status: answer.statusCode, text: await answer.body.text() };
    } catch (error) {
      this.#ready.delete(origin);
      return { origin, status: undefined, error };
    }
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await Promise.all([...this.#pools.keys()].map((origin) => this.remove(origin)));
  }

  async #watch(origin: string, pool: Pool, onReady: () => void): Promise<void> {
    while (this.#pools.get(origin) === pool) {
      const isReady = await pool.request({ method: "GET", path: "/readyz" }).then(
        async ({ statusCode, body }) => {
          await body.dump();
          return statusCode === 200;
        },
        () => false,
      );
      if (this.#pools.get(origin) !== pool) return;
      if (isReady) {
        this.#ready.add(origin);
        onReady();
      } else this.#ready.delete(origin);
      await delay(POLL_MS, undefined, { signal: this.#ending.signal }).catch(() => undefined);
    }
  }
}
