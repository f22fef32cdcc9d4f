import { isDeepStrictEqual } from "node:util";
import { type Tx, within } from "@highstreet/db";
import { ahead } from "../../access/find-retailer.ts";
import { lockStore } from "../../core/log/index.ts";
import { type FoundStore, findStore } from "../../core/stores/index.ts";
import type { OfShelf, Pause, SafetyStock } from "../../core/stores/shelf.schema.ts";
import type { StoreIds } from "../../core/stores/stores.schema.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError, validationFailed } from "../../kernel/errors.ts";
import { checkVersion } from "../../kernel/if-match.ts";
import type { ChangeShelf, Shelf } from "./change-shelf.schema.ts";
import { planShelf, planTimeouts } from "./internal/plan-rules.ts";
import { presentShelf, readShelf, shelfOf, writeShelf } from "./internal/store-shelf.ts";

const MAX_PAUSE_DAYS = 366;

/** @throws RetailerNotFound, StoreNotFound */
export async function getShelf(ctx: Context, input: StoreIds): Promise<Shelf> {
  const store = await findStore(ctx, input);
  return readShelf(ctx, ctx.db, store);
}

/** @throws ValidationFailed for an end that is missing, over or too far away */
function pauseOf(
  given: ChangeShelf["body"]["pause"],
  { pause: before, clockAhead }: FoundStore,
  now: Date,
): Pause | null {
  if (given === undefined) return before;
  if (given === null) return null;
  const { until = before?.until, reason = before?.reason ?? null, channels = before?.channels ?? null } = given;
  const wrong = (code: string, message: string) => validationFailed([{ pointer: "/pause/until", code, message }]);
  if (until === undefined) throw wrong("Required", "is required: a pause ends by itself");
  const shopNow = ahead(now, clockAhead);
  const left = Date.parse(until) - shopNow.getTime();
  if (left <= 0) throw wrong("InvalidValue", "must be in the future. `pause: null` ends the pause now");
  if (left > MAX_PAUSE_DAYS * 86_400_000) throw wrong("InvalidValue", `must be at most ${MAX_PAUSE_DAYS} days ahead`);
  const pause = { channels, until: new Date(until).toISOString(), reason };
  return { ...pause, since: before?.since ?? shopNow.toISOString() };
}

function safetyOf(given: ChangeShelf["body"]["safetyStock"], before: SafetyStock | null): SafetyStock | null {
  if (given === undefined) return before;
  const merged = given && Object.entries({ ...before, ...given }).filter(([, value]) => value != null);
  return merged?.length ? Object.fromEntries(merged) : null;
}

const changed = ({ pause, safetyStock }: ChangeShelf["body"], store: FoundStore, now: Date): OfShelf => ({
  pause: pauseOf(pause, store, now),
  safetyStock: safetyOf(safetyStock, store.safetyStock),
});

/**
 * Pauses a store or some of its channels, ends the pause, or sets the safety stock, by JSON Merge Patch. A dry run only plans it.
 * @throws RetailerNotFound, StoreNotFound, PreconditionFailed, ValidationFailed
 */
export async function changeShelf(ctx: Context, input: ChangeShelf): Promise<Shelf> {
  const store = await findStore(ctx, input);
  checkVersion(ctx, store.version);
  if (ctx.isDryRun || input.onlyPlan) {
    const after = changed(input.body, store, ctx.now());
    const plan = (tx: Tx) => planShelf(ctx, tx, store, after);
    const version = store.version + (isDeepStrictEqual(shelfOf(store), after) ? 0 : 1);
    const shelf = presentShelf({ ...store, ...after, version });
    return { ...shelf, plan: await ctx.db.transaction(store, plan, planTimeouts) };
  }
  const { retailerId, storeId } = store;
  return inShelf(ctx, { retailerId, storeId }, (before) => changed(input.body, before, ctx.now()));
}

/** Locks the store, and saves what `change` makes of it. */
async function inShelf(ctx: Context, ids: StoreIds, change: (before: FoundStore) => OfShelf): Promise<Shelf> {
  const work = async (tx: Tx): Promise<Shelf> => {
    await lockStore(tx, ids);
    const before = await findStore({ ...ctx, db: within(ctx.db, tx) }, ids);
    checkVersion(ctx, before.version);
    return writeShelf(ctx, tx, before, change(before));
  };
  return ctx.db.transaction(ids, work, planTimeouts);
}

/**
 * What a store said before a change counts again.
 * @throws ChangedSince after a later change, or if the pause would be over; StoreNotFound
 */
export async function restoreShelf(
  ctx: Context,
  ids: StoreIds,
  { before, after }: { before: unknown; after: unknown },
): Promise<void> {
  await inShelf(ctx, ids, (store) => {
    const current = shelfOf(store);
    const { pause, safetyStock } = before as OfShelf;
    const isOver = pause && Date.parse(pause.until) <= ahead(ctx.now(), store.clockAhead).getTime();
    if (isDeepStrictEqual(current, after) && !isOver) return { pause, safetyStock };
    const message = isOver
      ? "The pause would be over by now."
      : "The store has changed since. Edit its current version.";
    throw new DomainError("ChangedSince", message, { current });
  });
}
