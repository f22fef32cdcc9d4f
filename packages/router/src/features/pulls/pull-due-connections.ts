import type { OpenedConnector } from "@highstreet/connectors";
import type { Prisma } from "@highstreet/db";
import type { Warning } from "../../core/channels/channel.schema.ts";
import type { StoreIds } from "../../core/channels/index.ts";
import { lockStores } from "../../core/log/index.ts";
import type { Context } from "../../kernel/context.ts";
import { nextRetailers, PartialRun } from "../../kernel/jobs.ts";
import { changeSource, sourceWarnings, type Why } from "../sources/index.ts";
import { connectedStores } from "./connections.ts";
import { areAllTaken, LeaseLost, PullLease } from "./internal/lease-pull.ts";
import { type PulledConnection, pullConnection, whyFailed } from "./internal/pull-connection.ts";

const MINUTE = 60_000;
const INTERVAL_MINUTES = 5;
/** A failing connection is pulled at least once an hour. */
const MAX_RETRY_MINUTES = 60;

const due = {
  table: "connection",
  where: "next_pull_at <= clock.now AND (leased_until IS NULL OR leased_until <= clock.now)",
  since: "next_pull_at",
} as const;

/** A run begins no pull of its own after this time, so that a worker that shuts down does not wait long. */
const RUN_MS = 10_000;
/** A run lets no other pull in after this time, so that it ends. */
const MAX_RUN_MS = 45 * MINUTE;
/** Pulls that share the place of a run. A pull that is not at its turn only holds memory. */
const MAX_TURNS = 4;

type Failure = ReturnType<typeof whyFailed>;

/**
 * Pulls the due connections, one at a time: products and stock of every store whose source names a location. While all places of all
 * workers are taken, a pull gives its place up after each page to a partner without a pull, and both go on in turns. Several runs can work
 * at once. A killed pull is repeated when its lease ends, and repeated lines change nothing.
 * @throws AggregateError with all errors on our side
 */
export async function pullDueConnections(
  ctx: Context,
  openConnector: (connector: string, credential: unknown) => OpenedConnector,
): Promise<void> {
  const began = performance.now();
  const parts = new PartialRun();
  const failed = new Set<string>();
  const open: { retailerId: string; pages: AsyncGenerator<void> }[] = [];
  const begin = async (): Promise<void> => {
    const isTurn = open.length > 0;
    if (isTurn && !(await areAllTaken(ctx))) return;
    const passed = new Set(failed);
    // One retailer of each partner, then the next of each, because other runs take them at the same time.
    for (let round = [""]; round.length && (isTurn || performance.now() < began + RUN_MS); ) {
      round = await nextRetailers(ctx, due, { served: [], done: passed });
      for (const retailerId of round) {
        const lease = await PullLease.take(ctx, retailerId, { isTurn });
        if (lease) {
          const inside = { ...ctx, db: ctx.db.shareOf(lease.row.partnerId) };
          open.push({ retailerId, pages: pull(inside, lease, openConnector) });
          return;
        }
        passed.add(retailerId);
      }
      if (isTurn) return;
    }
  };
  for (;;) {
    const until = began + (open.length ? MAX_RUN_MS : RUN_MS);
    if (open.length < MAX_TURNS && performance.now() < until) await parts.run(begin);
    const turn = open.pop();
    if (!turn) break;
    const page = await parts.run(() => turn.pages.next().catch(endIfLost));
    if (!page) failed.add(turn.retailerId);
    else if (!page.done) open.unshift(turn);
  }
  parts.end("connections could not be pulled");
}

function endIfLost(error: unknown): { done: true } {
  if (error instanceof LeaseLost) return { done: true };
  throw error;
}

async function* pull(
  ctx: Context,
  lease: PullLease,
  openConnector: Parameters<typeof pullDueConnections>[1],
): AsyncGenerator<void> {
  const { retailerId, connector, credential } = lease.row;
  const stored = ctx.vault.open(credential, ["connection", retailerId, connector]);
  const opened = openConnector(connector, JSON.parse(stored) as unknown);
  // Otherwise a partner could have many pulls at once by saving its connections again.
  const endWatch = lease.watch(opened.close);
  try {
    let result: PulledConnection | Failure;
    try {
      result = yield* pullConnection(ctx, lease, opened.open);
    } catch (error) {
      result = whyFailed(error);
    }
    await settle(ctx, lease, result);
  } catch (error) {
    // Something is missing on our side. The next run repeats the pull.
    if (!(error instanceof LeaseLost)) await lease.end(ctx.db.prisma, {});
    throw error;
  } finally {
    endWatch();
    await opened.close();
  }
}

function stateAfter(
  { row, began }: PullLease,
  result: PulledConnection | Failure,
  now: Date,
): Prisma.ConnectionUpdateManyMutationInput {
  const after = (minutes: number) => new Date(now.getTime() + minutes * MINUTE);
  if ("why" in result) {
    const failures = row.failures + 1;
    return {
      failures,
      warnings: [
        {
          id: "ConnectionFailed",
          message: result.why.slice(0, 500).toWellFormed(),
          parameters: result.parameters ?? {},
        } satisfies Warning,
      ] as Prisma.InputJsonArray,
      ...(result.isRefused && { status: "invalid" as const }),
      nextPullAt: after(Math.min(MAX_RETRY_MINUTES, 2 ** (failures - 1))),
    };
  }
  const { locations, isFull } = result;
  return {
    status: "connected",
    warnings: [],
    failures: 0,
    locations: locations.map(({ id, name }) => ({ id, name })),
    pulledAt: began,
    ...(isFull && { fullPulledAt: began }),
    nextPullAt: after(INTERVAL_MINUTES),
  };
}

async function settle(ctx: Context, lease: PullLease, result: PulledConnection | Failure): Promise<void> {
  const { retailerId, connector } = lease.row;
  const now = ctx.now();
  await lease.check(ctx.db);
  const stores = (await connectedStores(ctx.db.prisma, retailerId)).get(connector) ?? [];
  for (const { storeId } of stores) {
    const why = "why" in result ? result : result.failed.get(storeId);
    await showAtSource(ctx, { retailerId, storeId }, why, now);
  }
  await lease.end(ctx.db.prisma, stateAfter(lease, result, now));
}

/** Shows at the source of a store why it took nothing. @param why undefined: it took everything */
async function showAtSource(ctx: Context, store: StoreIds, why: Why | undefined, now: Date): Promise<void> {
  const { retailerId, storeId } = store;
  await ctx.db.sqlTransaction(store, async (tx) => {
    if (!(await lockStores(tx, retailerId, [storeId])).length) return;
    const FeedNotFetched = why === undefined ? null : sourceWarnings.feedNotFetched(why, INTERVAL_MINUTES);
    await changeSource(tx, store, { ...(why === undefined && { heard: true }), warnings: { FeedNotFetched } }, now);
  });
}
