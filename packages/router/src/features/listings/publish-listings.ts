import { forRetailer, runEnd } from "../../core/provider-state/index.ts";
import type { Context } from "../../kernel/context.ts";
import type { ClaimedListing } from "./claim-listings.ts";
import { duePublications } from "./due-publications.sql.ts";
import { type ListingBatch, prepareBatch, sendOf, settleBatch } from "./listing-batch.ts";
import { isBusy } from "./lock-store.ts";
import type { Publication } from "./settle-publication.ts";
import { createTeller } from "./teller.ts";

/** Stores that share a round. All partners send the same amount, and so do all stores of a partner. */
const STORES = 32;
/** Items of a round. */
const ITEMS = 256;
/** More calls than a minute's quota wait for their turn no longer than the provider is patient (packages/providers). */
const IN_FLIGHT = 64;
/** How long all stores of a round wait for one that somebody else works on, as one who takes in a long feed does. */
const PATIENCE_MS = 100;

type Due = Publication & { partnerId: string };

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

/** A store's part of a round, as it was sent; without a batch, nothing was. */
interface Done {
  publication: Publication;
  batch: ListingBatch | undefined;
}

async function sendAll(ctx: Context, batches: readonly ListingBatch[], end: Date): Promise<void> {
  const queue = inTurn(batches);
  const tell = createTeller(ctx.providers.search);
  const lane = async (): Promise<void> => {
    for (const [batch, listing] of queue) {
      const send = () => sendOf(ctx, batch, listing, { tell, end });
      await forRetailer(ctx, batch.publication.retailerId, send);
    }
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
  /** Somebody else works on them: the next run's. */
  const busy = new Set<string>();
  /** Sent, and to be settled when they are free. */
  let unsettled: Done[] = [];
  let answered = 0;
  const guarded = async ({ storeId }: Publication, work: () => Promise<void>): Promise<"done" | "busy" | "failed"> => {
    try {
      await work();
      return "done";
    } catch (error) {
      if (isBusy(error)) busy.add(storeId);
      else errors.set(storeId, error);
      return isBusy(error) ? "busy" : "failed";
    }
  };
  for (;;) {
    const publications = await ctx.db.query<Due>(duePublications, [ctx.now(), [...errors.keys(), ...busy], STORES]);
    const ofPartner = Map.groupBy(publications, ({ partnerId }) => partnerId);
    const round: Done[] = [];
    for (const publication of publications) {
      const stores = ofPartner.get(publication.partnerId)?.length ?? 1;
      const limit = Math.ceil(ITEMS / ofPartner.size / stores);
      await guarded(publication, async () => {
        round.push({ publication, batch: await prepareBatch(ctx, publication, { limit, waitMs: PATIENCE_MS }) });
      });
    }
    const batches = round.flatMap(({ batch }) => batch ?? []);
    await sendAll(ctx, batches, end);
    for (const { publication, defect, outcomes } of batches) {
      answered += outcomes.filter(({ sent }) => sent).length;
      if (defect) errors.set(publication.storeId, defect);
    }
    const settled = [...unsettled, ...round];
    unsettled = [];
    for (const one of settled) {
      const { publication, batch } = one;
      const settle = () => settleBatch(ctx, publication, batch, { waitMs: PATIENCE_MS });
      if ((await guarded(publication, settle)) === "busy") unsettled.push(one);
    }
    if ((!publications.length && !unsettled.length) || ctx.now() >= end) break;
  }
  for (const { publication, batch } of unsettled)
    await guarded(publication, () => settleBatch(ctx, publication, batch));
  if (errors.size) throw new AggregateError([...errors.values()], `${errors.size} stores could not be published`);
  return answered;
}
