import { lockStores } from "../../core/log/index.ts";
import type { Context } from "../../kernel/context.ts";
import { changeSource, sourceWarnings } from "../inventory/index.ts";
import { type Claim, holdsClaim } from "./claim-pull.ts";
import type { Pulled } from "./pull-source.ts";
import { type PullState, readPullState } from "./pull-state.ts";

const MINUTE = 60_000;

const settle = `UPDATE inventory_source SET next_pull_at = $3, validators = $4 WHERE retailer_id = $1 AND store_id = $2`;

type Kept = Awaited<ReturnType<typeof readPullState>>;

interface Next {
  inMinutes: number;
  state: PullState;
  /** For `changeSource`. */
  change: Parameters<typeof changeSource>[2];
}

const fetched = { FeedNotFetched: null };

/** A source that keeps failing is fetched at least once a day. */
const LONGEST_RETRY = 24 * 60;

/** Minutes from a failed fetch to the next: 1, 2, 4, … up to a day. @param failures in a row, from 1 */
const retryAfter = (failures: number): number => Math.min(LONGEST_RETRY, 2 ** (failures - 1));

function failed(why: string, state: PullState, intervalMinutes: number): Next {
  const failures = state.failures + 1;
  return {
    inMinutes: retryAfter(failures),
    state: { ...state, failures },
    change: { warnings: { FeedNotFetched: sourceWarnings.feedNotFetched(why.slice(0, 500), intervalMinutes) } },
  };
}

function next(pulled: Pulled, { state, known }: Kept, intervalMinutes: number): Next {
  switch (pulled.outcome) {
    case "failed":
      return failed(pulled.why, state, intervalMinutes);
    case "unchanged":
      // Something else was taken in meanwhile: the file is wanted as a whole.
      if (!known) return { inMinutes: 0, state: { ...state, ingestId: null }, change: {} };
      return {
        inMinutes: intervalMinutes,
        state: { ...state, failures: 0 },
        change: { status: "connected", heard: true, named: true, warnings: fetched },
      };
    case "taken": {
      const { ingest, validators } = pulled;
      if (ingest.status === "refused") {
        return failed("The file was fetched, but it has no line that could be taken.", state, intervalMinutes);
      }
      const isApplied = ingest.status !== "held";
      return {
        inMinutes: intervalMinutes,
        state: { ...validators, ingestId: isApplied ? ingest.id : null, failures: 0 },
        change: { warnings: fetched },
      };
    }
  }
}

/** Keeps what came of a fetch, and when the next is due. A claim that was lost meanwhile settles nothing. */
export async function settlePull(ctx: Context, claim: Claim, pulled: Pulled): Promise<void> {
  const { retailerId, storeId, parameters } = claim;
  await ctx.db.transaction(claim, async (tx) => {
    await lockStores(tx, retailerId, [storeId]);
    if (!(await holdsClaim(tx, claim))) return;
    const now = ctx.now();
    const { inMinutes, state, change } = next(pulled, await readPullState(tx, claim), parameters.intervalMinutes);
    const nextAt = new Date(now.getTime() + inMinutes * MINUTE);
    await tx.query(settle, [retailerId, storeId, nextAt, JSON.stringify(state)]);
    await changeSource(tx, claim, change, now);
  });
}
