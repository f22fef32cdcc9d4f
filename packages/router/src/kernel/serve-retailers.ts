import { WaitedTooLong } from "@highstreet/db";
import type { Context } from "./context.ts";
import { type DueWork, nextRetailersSql } from "./kernel.sql.ts";

/** A job waits this long for rows of one shop that other work has locked. */
export const PATIENCE = { waitMs: 100 } as const;

/** A run ends after this time, so that a worker that shuts down does not wait long. */
const RUN_MS = 10_000;

/** The parts of a job's run. A part that fails does not stop the others. The next run repeats a part that meets a lock. */
export class Parts {
  readonly #errors: unknown[] = [];

  /** @returns the result of `work`; undefined if it failed or met a lock for too long */
  async run<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof WaitedTooLong)) this.#errors.push(error);
      return undefined;
    }
  }

  /** @throws AggregateError with the errors of all parts */
  end(failure: string): void {
    if (this.#errors.length) throw new AggregateError(this.#errors, `${this.#errors.length} ${failure}`);
  }
}

/** The next retailer with due work of each partner. `served` has the last served retailer at its end. */
export async function nextRetailers(
  { db, now }: Pick<Context, "db" | "now">,
  due: DueWork,
  { served, done }: { served: Iterable<string>; done: Iterable<string> },
): Promise<string[]> {
  const values = [now(), [...served], [...done]];
  return (await db.query<{ retailerId: string }>(nextRetailersSql(due), values)).map(({ retailerId }) => retailerId);
}

/**
 * Runs due work in turns: one retailer of each partner, then the next of each. A partner's retailers take turns, too. A retailer
 * that fails or is locked has its next turn in the next run. `work` waits for locks with `PATIENCE`.
 * @param work the work of one turn. Returns true if the retailer may have more due work in this run
 * @throws AggregateError with the errors of all retailers, at the end of the run
 */
export async function serveRetailers(
  ctx: Context,
  due: DueWork,
  work: (retailerId: string) => Promise<boolean>,
): Promise<void> {
  const until = performance.now() + RUN_MS;
  const parts = new Parts();
  const served = new Set<string>();
  const done = new Set<string>();
  for (let round = [""]; round.length && performance.now() < until; ) {
    round = await nextRetailers(ctx, due, { served, done });
    for (const retailerId of round) {
      if (performance.now() > until) break;
      served.delete(retailerId);
      served.add(retailerId);
      if (!(await parts.run(() => work(retailerId)))) done.add(retailerId);
    }
  }
  parts.end("retailers could not be served");
}
