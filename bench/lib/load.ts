/**
 * The load, in its own process: `connections` loops. Each loop repeats its own calls one after the other. A call with two bodies
 * sends them by turns.
 */
import { Pool } from "undici";
import { processorTime } from "./processor-time.ts";

export interface Call {
  path: string;
  /** Bodies that are sent by turns. */
  bodies?: [string, string];
}

export interface Job {
  origin: string;
  method: "GET" | "PATCH" | "POST";
  headers: Record<string, string>;
  connections: number;
  calls: Call[];
  /** Number of earlier calls of each kind. The answer adds the calls of this job. */
  made: number[];
  warmUpMs: number;
  measureMs: number;
  /** The processes to measure: the contender and PostgreSQL. */
  processes: { server: number; postgres: number };
}

export interface Measured {
  measured: true;
  /** Number of calls of each kind, earlier ones included. */
  made: number[];
  /** Number of calls of the job, with the warm-up. */
  calls: number;
  perSecond: number;
  p50: number;
  p99: number;
  /** Microseconds of processor time per call. */
  cost: { server: number; postgres: number };
}

async function run(job: Job): Promise<Measured> {
  const pool = new Pool(job.origin, { connections: job.connections, pipelining: 1 });
  const made = job.made.length ? [...job.made] : job.calls.map(() => 0);
  const times: number[] = [];
  let calls = 0;
  let isMeasuring = false;
  let isOver = false;

  function send(index: number): Promise<void> {
    const call = job.calls[index];
    if (!call) throw new Error("there are fewer calls than connections");
    const body = call.bodies?.[(made[index] ?? 0) % 2];
    return new Promise((resolve, reject) => {
      let status = 0;
      pool.dispatch(
        { method: job.method, path: call.path, headers: job.headers, ...(body === undefined ? {} : { body }) },
        {
          onRequestStart: () => undefined,
          onResponseStart: (_, code) => {
            status = code;
          },
          onResponseData: () => undefined,
          onResponseEnd: () => {
            if (status !== 200) return reject(new Error(`${job.method} ${call.path} was answered by ${status}`));
            made[index] = (made[index] ?? 0) + 1;
            calls += 1;
            resolve();
          },
          onResponseError: (_, error) => reject(error),
        },
      );
    });
  }

  async function loop(first: number): Promise<void> {
    for (let index = first; !isOver; index += job.connections) {
      if (index >= job.calls.length) index = first;
      const began = performance.now();
      await send(index);
      if (isMeasuring) times.push(performance.now() - began);
    }
  }

  const { server, postgres } = job.processes;
  const taken = () => ({ server: processorTime(server), postgres: processorTime(postgres) });
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const loops = Promise.all(Array.from({ length: job.connections }, (_, first) => loop(first)));
  const timing = (async () => {
    await wait(job.warmUpMs);
    isMeasuring = true;
    const [began, before, already] = [performance.now(), taken(), calls];
    await wait(job.measureMs);
    const [seconds, after, count] = [(performance.now() - began) / 1_000, taken(), calls - already];
    isMeasuring = false;
    isOver = true;
    return {
      perSecond: count / seconds,
      cost: (key: "server" | "postgres") => ((after[key] - before[key]) / count) * 1e3,
    };
  })();
  const [{ perSecond, cost }] = await Promise.all([timing, loops]);
  await pool.close();
  times.sort((a, b) => a - b);
  const quantile = (q: number) => times[Math.floor(times.length * q)] ?? Number.NaN;
  return {
    measured: true,
    ...{ made, calls, perSecond, p50: quantile(0.5), p99: quantile(0.99) },
    cost: { server: cost("server"), postgres: cost("postgres") },
  };
}

process.on("message", (job: Job) => {
  run(job).then(
    (measured) => process.send?.(measured),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
// end-with-parent.ts releases the channel, which alone keeps this process alive.
process.channel?.ref();
process.send?.({ ready: true });
