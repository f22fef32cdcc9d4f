import type { Prisma } from "@highstreet/db";
import type { StoreIds } from "../../../core/channels/index.ts";
import { lockStores } from "../../../core/log/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { changeSource, sourceWarnings } from "../../inventory/index.ts";
import type { Validators } from "../fetch-feed.ts";
import { type Claim, holdsClaim } from "./claim-pull.ts";
import type { Pulled } from "./pull-source.ts";

const MINUTE = 60_000;

/** The state of the fetches of a source (`inventory_source.validators`). */
interface PullState extends Validators {
  /** The ingest of the last file; null: the next fetch must return the whole file. */
  ingestId: string | null;
  /** Number of failed fetches since the last success. */
  failures: number;
}

const nothing: PullState = { etag: null, lastModified: null, ingestId: null, failures: 0 };

/**
 * Reads the state of the fetches of a source. `known`: the last file, if it was applied and nothing has written to the items since.
 * The same file would then change nothing. Otherwise null.
 */
export async function readPullState(
  prisma: Prisma.TransactionClient,
  { retailerId, storeId }: StoreIds,
): Promise<{ state: PullState; known: Validators | null }> {
  const source = await prisma.inventorySource.findFirst({
    where: { retailerId, storeId },
    select: { validators: true, latestIngestId: true, store: { select: { stockVersion: true } } },
  });
  const state = (source?.validators as PullState | null | undefined) ?? nothing;
  const { etag, lastModified, ingestId } = state;
  const isLatest = ingestId !== null && ingestId === source?.latestIngestId;
  const isUnchanged =
    isLatest &&
    (await prisma.ingest.count({ where: { retailerId, id: ingestId, stockVersion: source.store.stockVersion } })) > 0;
  return { state, known: isUnchanged && (etag !== null || lastModified !== null) ? { etag, lastModified } : null };
}

type Kept = Awaited<ReturnType<typeof readPullState>>;

interface Next {
  inMinutes: number;
  state: PullState;
  /** For `changeSource`. */
  change: Parameters<typeof changeSource>[2];
}

const fetched = { FeedNotFetched: null };

/** A failing source is fetched at least once a day. */
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
      // Another write has changed the items in the meantime, so the next fetch must return the whole file.
      if (!known) return { inMinutes: 0, state: { ...state, ingestId: null }, change: {} };
      return {
        inMinutes: intervalMinutes,
        state: { ...state, failures: 0 },
        change: { status: "connected", heard: true, named: true, warnings: { ...fetched, FeedRefused: null } },
      };
    case "taken": {
      const { ingest, validators } = pulled;
      if (ingest.status === "refused") {
        return failed("The file was fetched, but it has no valid line.", state, intervalMinutes);
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

/** Stores the result of a fetch and the time of the next one. Does nothing if the claim was lost in the meantime. */
export async function settlePull(ctx: Context, claim: Claim, pulled: Pulled): Promise<void> {
  const { retailerId, storeId, parameters } = claim;
  await ctx.db.transaction(claim, async (tx) => {
    await lockStores(tx, retailerId, [storeId]);
    if (!(await holdsClaim(tx, claim))) return;
    const now = ctx.now();
    const { inMinutes, state, change } = next(
      pulled,
      await readPullState(tx.prisma, claim),
      parameters.intervalMinutes,
    );
    const nextAt = new Date(now.getTime() + inMinutes * MINUTE);
    await tx.prisma.inventorySource.updateMany({
      where: { retailerId, storeId },
      data: { nextPullAt: nextAt, validators: { ...state } },
    });
    await changeSource(tx, claim, change, now);
  });
}
