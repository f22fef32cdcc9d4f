import type { Context } from "../context.ts";
import { runEnd } from "../provider-state/index.ts";
import type { ClaimedListing } from "./claim-listings.ts";
import { type ListingBatch, prepareBatch, sendOf, settleBatch } from "./listing-batch.ts";
import type { Publication } from "./settle-publication.ts";
import { createTeller } from "./teller.ts";

/** Stores that share a round: each sends as much as the others, however much it has. */
const STORES = 32;
/** Items of a round. */
const ITEMS = 256;
/** More calls than a minute's quota wait for their turn no longer than the provider is patient (packages/providers). */
const IN_FLIGHT = 64;

const due = `
  SELECT retailer_id AS "retailerId", store_id AS "storeId", paused_until AS "pausedUntil", failures, problem
  FROM publication WHERE due_at <= $1 AND store_id <> ALL ($2::uuid[])
  ORDER BY due_at LIMIT ${STORES}`;

/** One item of each batch after the other. */
function* inTurn(batches: readonly ListingBatch[]): Generator<[ListingBatch, ClaimedListing]> {
  const longest = Math.max(0, ...batches.map(({ waiting }) => waiting.length));
  for (let at = 0; at < longest; at++) {
    for (const batch of batches) {
      const listing = batch.waiting[at];
      if (listing) yield [batch, listing];
    }
  }
}

async function sendAll(ctx: Context, batches: readonly ListingBatch[], end: Date): Promise<void> {
  const queue = inTurn(batches);
  const tell = createTeller(ctx.providers.search);
  const lane = async (): Promise<void> => {
    for (const [batch, listing] of queue) await sendOf(ctx, batch, listing, { tell, end });
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
}

/**
 * Makes the search engine show what the stores' shelves hold: compares the items that may have changed with what was sent, and
 * sends what differs, of all stores in turn. A run killed anywhere, doubled or late leaves nothing unsent; what it may have sent
 * without an answer is sent again.
 * @returns the number of items that were sent or refused
 * @throws AggregateError after the last one, of all that went wrong on our side
 */
export async function publishListings(ctx: Context): Promise<number> {
  const end = runEnd(ctx.now());
  const errors = new Map<string, unknown>();
  let answered = 0;
  const guarded = async <T>({ storeId }: Publication, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      errors.set(storeId, error);
      return undefined;
    }
  };
  for (;;) {
    const publications = await ctx.db.query<Publication>(due, [ctx.now(), [...errors.keys()]]);
    const limit = Math.ceil(ITEMS / publications.length);
    const batches: ListingBatch[] = [];
    for (const one of publications) {
      const batch = await guarded(one, () => prepareBatch(ctx, one, limit));
      if (batch) batches.push(batch);
    }
    await sendAll(ctx, batches, end);
    for (const one of publications) {
      if (errors.has(one.storeId)) continue;
      const batch = batches.find(({ publication }) => publication === one);
      answered += batch?.outcomes.filter(({ sent }) => sent).length ?? 0;
      await guarded(one, () => settleBatch(ctx, one, batch));
      if (batch?.defect) errors.set(one.storeId, batch.defect);
    }
    if (!publications.length || ctx.now() >= end) break;
  }
  if (errors.size) throw new AggregateError([...errors.values()], `${errors.size} stores could not be published`);
  return answered;
}
