import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "@highstreet/db/testing/free-ports";
import { Balancer } from "../../apps/worker/tests/faults/balancer.ts";
import type { Lifetime } from "../../scripts/lifetime.ts";
import { WORKER } from "../../scripts/settings.ts";
import { type Child, isListening, start } from "../lib/children.ts";

export type Kind = "rest" | "worker" | "console";
type Signal = "SIGTERM" | "SIGKILL";

interface Service {
  url: string;
  secretKey: string;
  /** Folder for the logs. */
  folder: string;
}

interface Member {
  child: Child;
  /** Its address; empty for a worker. */
  origin: string;
}

/** The kind and the signal of each restart, by turns. */
const turns: readonly [Kind, Signal][] = [
  ["rest", "SIGTERM"],
  ["worker", "SIGKILL"],
  ["rest", "SIGKILL"],
  ["worker", "SIGTERM"],
];

/**
 * Two processes of REST, two workers and a console, with a balancer before REST and one before the console. The first process of each
 * kind lives as long as the fleet. The second processes are restarted.
 */
export class Fleet {
  readonly balancers = { rest: new Balancer(), console: new Balancer() };
  readonly #members: Record<Kind, Member[]> = { rest: [], worker: [], console: [] };
  readonly #life: Lifetime;
  readonly #service: Service;
  /** Processes that have got a signal. */
  readonly #stopped = new Set<Child>();
  readonly #killed = new Set<string>();
  #restarts = 0;
  /** Processes that ended without a signal. */
  readonly lost: string[] = [];
  consoleUrl = "";

  private constructor(life: Lifetime, service: Service) {
    this.#life = life;
    this.#service = service;
  }

  /** @returns after all processes are ready. Their logs are in `service.folder` */
  static async start(life: Lifetime, service: Service): Promise<Fleet> {
    rmSync(service.folder, { recursive: true, force: true });
    mkdirSync(service.folder, { recursive: true });
    const fleet = new Fleet(life, service);
    life.onEnd(() => Promise.all(Object.values(fleet.balancers).map((one) => one.close())).then(() => undefined));
    for (const kind of ["rest", "worker", "console", "rest", "worker"] as const) await fleet.#add(kind);
    return fleet;
  }

  /** The process ids of the processes that live as long as the fleet. */
  get longLived(): Record<Kind, number> {
    const pid = (kind: Kind) => this.#members[kind][0]?.child.pid ?? 0;
    return { rest: pid("rest"), worker: pid("worker"), console: pid("console") };
  }

  /** The address of a REST process. */
  get restOrigin(): string {
    return this.#members.rest[0]?.origin ?? "";
  }

  /** Whether SIGKILL ended the process with this address. */
  wasKilled(origin: string): boolean {
    return this.#killed.has(origin);
  }

  /** The lines of the logs with an error. */
  errors(): string[] {
    const { folder } = this.#service;
    const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), "utf8").split("\n"));
    return lines.filter((line) => line && !/^\{"level":"(info|warn)"/.test(line));
  }

  /** Restarts the next process. @returns what was done */
  async restartNext(): Promise<string> {
    const [kind, signal] = turns[this.#restarts++ % turns.length] as (typeof turns)[number];
    const member = this.#members[kind].pop();
    if (!member) throw new Error(`no ${kind} is left`);
    const { child, origin } = member;
    this.#stopped.add(child);
    if (signal === "SIGKILL") this.#killed.add(origin);
    child.process.kill(signal);
    await child.exitCode;
    if (kind === "rest") await this.balancers.rest.remove(origin);
    await this.#add(kind);
    return `${kind} ${signal}`;
  }

  async #add(kind: Kind): Promise<void> {
    const port = kind === "console" ? await freePort() : 0;
    if (kind === "console") this.consoleUrl = `http://127.0.0.1:${port}`;
    const { url, secretKey, folder } = this.#service;
    const child = start({
      args: kind === "worker" ? [...WORKER] : [`apps/${kind}/src/main.ts`],
      env: {
        DATABASE_URL: url,
        HIGHSTREET_SECRET_KEY: secretKey,
        HIGHSTREET_METRICS_PORT: "0",
        HIGHSTREET_REST_PORT: "0",
        HIGHSTREET_CONSOLE_PORT: String(port),
        HIGHSTREET_CONSOLE_URL: this.consoleUrl,
        HIGHSTREET_ALLOW_LOCAL_WEBHOOKS: "1",
        HIGHSTREET_RATE_LIMIT: "1000000",
        HIGHSTREET_LOG_LEVEL: "warn",
      },
      log: join(folder, `${kind}.log`),
    });
    this.#life.onEnd(child.end);
    void child.exitCode.then((code) => {
      if (!this.#stopped.has(child) && !this.#life.signal.aborted) this.lost.push(`${kind} (${code})`);
    });
    const ready = await child.message(isListening);
    const origin = kind === "worker" ? "" : `http://127.0.0.1:${kind === "console" ? port : ready.port}`;
    this.#members[kind].push({ child, origin });
    if (kind !== "worker") await this.balancers[kind].add(origin);
  }
}
