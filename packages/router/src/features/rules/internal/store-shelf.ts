import { isDeepStrictEqual } from "node:util";
import { one, Prisma, type SqlTx, type Tx } from "@highstreet/db";
import { channelIds } from "../../../core/channels/channel.schema.ts";
import { recordHistory } from "../../../core/history/index.ts";
import type { FoundStore } from "../../../core/stores/index.ts";
import type { OfShelf, Pause } from "../../../core/stores/shelf.schema.ts";
import type { Context } from "../../../kernel/context.ts";
import type { Shelf } from "../change-shelf.schema.ts";
import { isLargeSql, isShelfPendingSql, versionOfStoreSql } from "../rules.sql.ts";
import { MAX_ITEMS, settleStores } from "./change-rules.ts";

type StoreShelf = OfShelf & Pick<FoundStore, "retailerId" | "storeId" | "version">;

export const shelfOf = ({ pause, safetyStock }: OfShelf): OfShelf => ({ pause, safetyStock });

export const presentShelf = (store: StoreShelf, isPending = false): Shelf => ({
  storeId: store.storeId,
  ...shelfOf(store),
  isPending,
  version: store.version,
});

/** The shelf of a store that is saved so. Its items may still follow an earlier change. */
export async function readShelf({ now }: Context, db: Pick<SqlTx, "query">, store: StoreShelf): Promise<Shelf> {
  const values = [store.retailerId, store.storeId, now()];
  return presentShelf(store, one(await db.query<{ isPending: boolean }>(isShelfPendingSql, values)).isPending);
}

/** The channels that a pause stops. Local ads show listings of search, so they stop with it. */
export function pausedBy(pause: Pause | null): string[] | null {
  if (!pause?.channels) return pause && [...channelIds];
  return channelIds.filter(
    (channel) => pause.channels?.includes(channel) || (channel === "local_ads" && pause.channels?.includes("search")),
  );
}

/**
 * Applies what a store says, and the rules that count now, to all of its items, and publishes it. The caller holds the lock of the store.
 */
export async function settleShelf(
  ctx: Context,
  tx: SqlTx,
  { retailerId, storeId }: Pick<FoundStore, "retailerId" | "storeId">,
): Promise<void> {
  const { version } = one(await tx.query<{ version: number }>(versionOfStoreSql, [retailerId, storeId]));
  await settleStores(tx, retailerId, { storeIds: [storeId], since: version, version }, ctx.now());
}

/**
 * Saves what a store says about its items, with the effects and events, or with the work that the worker takes up. The caller holds the
 * lock of the store and has read it under the lock.
 * @returns the store after it
 */
export async function writeShelf(
  ctx: Context,
  tx: Tx,
  before: FoundStore,
  after: OfShelf,
  settles: "all" | "unless large" = "unless large",
): Promise<Shelf> {
  if (isDeepStrictEqual(shelfOf(before), after)) return readShelf(ctx, tx, before);
  const { retailerId, storeId } = before;
  const now = ctx.now();
  const isLarge =
    settles !== "all" &&
    one(await tx.query<{ isLarge: boolean }>(isLargeSql, [retailerId, [storeId], MAX_ITEMS])).isLarge;
  const { pause, safetyStock } = after;
  const { version } = await tx.prisma.store.update({
    where: { retailerId_id: { retailerId, id: storeId } },
    data: {
      pause: pause ?? Prisma.DbNull,
      // Prisma writes an empty list where SQL has null. Both pause nothing.
      paused: pausedBy(pause) ?? [],
      safetyStock: safetyStock ?? Prisma.DbNull,
      ...(isLarge && { shelfDueAt: now }),
      version: { increment: 1 },
      updatedAt: now,
    },
    select: { version: true },
  });
  if (!isLarge) await settleShelf(ctx, tx, before);
  const target = { type: "store", id: storeId, storeId } as const;
  const write = { retailerId, action: "shelf.update", target, before: shelfOf(before), after } as const;
  await recordHistory(ctx, tx, [write]);
  return presentShelf({ ...before, ...after, version }, isLarge);
}
