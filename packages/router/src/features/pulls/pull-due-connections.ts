import type { OpenedConnector } from "@highstreet/connectors";
import type { Prisma } from "@highstreet/db";
import type { StoreIds } from "../../core/channels/index.ts";
import { lockStores } from "../../core/log/index.ts";
import type { Context } from "../../kernel/context.ts";
import { serveRetailers } from "../../kernel/serve-retailers.ts";
import { changeSource, sourceWarnings } from "../inventory/index.ts";
import { connectedStores } from "./internal/connected-stores.ts";
import { LeaseLost, PullLease } from "./internal/lease-pull.ts";
import { type PulledConnection, pullConnection, whyFailed } from "./internal/pull-connection.ts";

const MINUTE = 60_000;
/** Minutes from a good pull to the next. */
const INTERVAL = 5;
/** A failing connection is pulled at least once an hour. */
const LONGEST_RETRY = 60;

const due = {
  table: "connection",
  where: "next_pull_at <= clock.now AND (leased_until IS NULL OR leased_until <= clock.now)",
  since: "next_pull_at",
} as const;

/**
 * Pulls the due connections in turns: products and stock of every store whose source names a location. Several runs can work at once. A
 * killed pull is repeated when its lease ends, and repeated lines change nothing.
 * @param openConnector opens a connector with its stored credential
 * @throws AggregateError with all errors on our side
 */
export async function pullDueConnections(
  ctx: Context,
  openConnector: (connector: string, credential: unknown) => OpenedConnector,
): Promise<void> {
  await serveRetailers(ctx, due, async (retailerId) => {
    const lease = await PullLease.take(ctx, retailerId);
    if (!lease) return false;
    const inside = { ...ctx, db: ctx.db.shareOf(lease.row.partnerId) };
    await pull(inside, lease, openConnector).catch((error: unknown) => {
      if (!(error instanceof LeaseLost)) throw error;
    });
    return true;
  });
}

async function pull(
  ctx: Context,
  lease: PullLease,
  openConnector: Parameters<typeof pullDueConnections>[1],
): Promise<void> {
  const { retailerId, connector, credential } = lease.row;
  const opened = openConnector(
    connector,
    JSON.parse(ctx.vault.open(credential, ["connection", retailerId, connector])) as unknown,
  );
  let result: PulledConnection | { why: string; isRefused: boolean };
  try {
    result = await pullConnection(ctx, lease, opened.open).catch(whyFailed);
  } catch (error) {
    // Something is missing on our side. The next run repeats the pull.
    if (!(error instanceof LeaseLost)) await lease.end(ctx.db.prisma, {});
    throw error;
  } finally {
    await opened.close();
  }
  await settle(ctx, lease, result);
}

/** The new state of a connection. */
function stateAfter(
  { row, began }: PullLease,
  result: PulledConnection | { why: string; isRefused: boolean },
  now: Date,
): Prisma.ConnectionUpdateManyMutationInput {
  const after = (minutes: number) => new Date(now.getTime() + minutes * MINUTE);
  if ("why" in result) {
    const failures = row.failures + 1;
    return {
      ...{ failures, warnings: [{ id: "ConnectionFailed", message: result.why.slice(0, 500) }] },
      ...(result.isRefused && { status: "invalid" as const }),
      nextPullAt: after(Math.min(LONGEST_RETRY, 2 ** (failures - 1))),
    };
  }
  const { locations, isFull } = result;
  return {
    ...{ status: "connected", warnings: [], failures: 0, locations: locations.map(({ id, name }) => ({ id, name })) },
    ...{ pulledAt: began, ...(isFull && { fullPulledAt: began }), nextPullAt: after(INTERVAL) },
  };
}

/** Stores the result of a pull, and shows at the sources of the stores whether it failed. */
async function settle(
  ctx: Context,
  lease: PullLease,
  result: PulledConnection | { why: string; isRefused: boolean },
): Promise<void> {
  const { retailerId, connector } = lease.row;
  const now = ctx.now();
  await lease.check(ctx.db);
  const stores = (await connectedStores(ctx.db.prisma, retailerId)).get(connector) ?? [];
  for (const { storeId } of stores) {
    const why = "why" in result ? result.why : result.failed.get(storeId);
    await showAtSource(ctx, { retailerId, storeId }, why, now);
  }
  await lease.end(ctx.db.prisma, stateAfter(lease, result, now));
}

/** Shows at the source of a store why it took nothing. @param why undefined: it took everything */
async function showAtSource(ctx: Context, store: StoreIds, why: string | undefined, now: Date): Promise<void> {
  const { retailerId, storeId } = store;
  await ctx.db.sqlTransaction(store, async (tx) => {
    if (!(await lockStores(tx, retailerId, [storeId])).length) return;
    const FeedNotFetched = why === undefined ? null : sourceWarnings.feedNotFetched(why.slice(0, 500), INTERVAL);
    await changeSource(tx, store, { ...(why === undefined && { heard: true }), warnings: { FeedNotFetched } }, now);
  });
}
