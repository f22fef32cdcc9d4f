import { readByIndexSql, WaitedTooLong } from "@highstreet/db";
import type { Context } from "./context.ts";
import { anyDueSql, type DueWork, nextRetailersSql } from "./kernel.sql.ts";

const CONCURRENCY = 32;

/**
 * Runs `work` for each item, several at once. A failure of one item does not stop the others.
 * @throws AggregateError with all failures, after the last item
 */
export async function forEachConcurrent<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  const waiting = items.values();
  const run = async () => {
    for (const item of waiting) await work(item).catch((error: unknown) => errors.push(error));
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, items.length) }, run));
  if (errors.length) throw new AggregateError(errors, `${errors.length} of ${items.length} failed`);
}

export const SHORT_LOCK_WAIT = { waitMs: 100 } as const;

const RUN_MS = 10_000;

/** The parts of a job's run. A part that fails does not stop the others. The next run repeats a part that meets a lock. */
export class PartialRun {
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

/** So that an idle job costs the same with any number of retailers, also without statistics. */
async function isAnyDue({ db, now }: Context, due: DueWork): Promise<boolean> {
  return db.sqlTransaction("no shop", async (tx) => {
    await tx.execute(readByIndexSql);
    return (await tx.query(anyDueSql(due), [now()])).length > 0;
  });
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
 * that fails or is locked has its next turn in the next run. `work` waits for locks with `SHORT_LOCK_WAIT`.
 * @param work the work of one turn. Returns true if the retailer may have more due work in this run
 * @throws AggregateError with the errors of all retailers, at the end of the run
 */
export async function serveRetailers(
  ctx: Context,
  due: DueWork,
  work: (retailerId: string) => Promise<boolean>,
): Promise<void> {
  if (!(await isAnyDue(ctx, due))) return;
  const until = performance.now() + RUN_MS;
  const parts = new PartialRun();
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
