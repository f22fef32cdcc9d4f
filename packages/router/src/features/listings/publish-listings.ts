import { forRetailer, runEnd } from "../../core/provider-state/index.ts";
import type { Context } from "../../kernel/context.ts";
import { SHORT_LOCK_WAIT } from "../../kernel/jobs.ts";
import { isBusy } from "./internal/compare-items.ts";
import {
  type ClaimedListing,
  type ListingBatch,
  prepareBatch,
  sendItem,
  settleBatch,
} from "./internal/listing-batch.ts";
import { descriptionSender } from "./internal/send-listing.ts";
import type { Publication } from "./internal/settle-batch.ts";
import { duePublicationsSql } from "./listings.sql.ts";

/** Stores in a round. All partners send the same number of items, and so do all stores of a partner. */
const STORES = 32;
const ITEMS = 256;
/** The wait for the provider's quota stays below its maximum (packages/providers). */
const IN_FLIGHT = 64;

type Due = Publication & { partnerId: string };

/** The first item of each batch, then the second of each. */
function* interleave(batches: readonly ListingBatch[]): Generator<[ListingBatch, ClaimedListing]> {
  const longest = Math.max(0, ...batches.map(({ waiting }) => waiting.length));
  for (let at = 0; at < longest; at++) {
    for (const batch of batches) {
      const listing = batch.waiting[at];
      if (listing) yield [batch, listing];
    }
  }
}

interface Done {
  publication: Publication;
  batch: ListingBatch | undefined;
}

async function sendAll(ctx: Context, batches: readonly ListingBatch[], end: Date): Promise<void> {
  const queue = interleave(batches);
  const sendDescription = descriptionSender(ctx.providers.search);
  const sendNext = async (): Promise<void> => {
    for (const [batch, listing] of queue) {
      const send = () => sendItem(ctx, batch, listing, { sendDescription, end });
      await forRetailer(ctx, batch.publication.retailerId, send);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, sendNext));
}

/**
 * Compares the items that may have changed with the sent states, and sends the differences, in turns between stores. Interrupted, repeated
 * and late runs lose no change.
 * @returns the number of items that were sent or refused
 * @throws AggregateError after the last store, with all errors on our side
 */
export async function publishListings(ctx: Context): Promise<number> {
  const end = runEnd(ctx.now());
  const errors = new Map<string, unknown>();
  /** Other work has locked them. The next run serves them. */
  const busy = new Set<string>();
  /** To settle when their stores are free. */
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
    const publications = await ctx.db.query<Due>(duePublicationsSql, [ctx.now(), [...errors.keys(), ...busy], STORES]);
    const ofPartner = Map.groupBy(publications, ({ partnerId }) => partnerId);
    const round: Done[] = [];
    for (const publication of publications) {
      const stores = ofPartner.get(publication.partnerId)?.length ?? 1;
      const limit = Math.ceil(ITEMS / ofPartner.size / stores);
      await guarded(publication, async () => {
        round.push({ publication, batch: await prepareBatch(ctx, publication, { limit, ...SHORT_LOCK_WAIT }) });
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
      const settle = () => settleBatch(ctx, publication, batch, SHORT_LOCK_WAIT);
      if ((await guarded(publication, settle)) === "busy") unsettled.push(one);
    }
    if ((!publications.length && !unsettled.length) || ctx.now() >= end) break;
  }
  for (const { publication, batch } of unsettled)
    await guarded(publication, () => settleBatch(ctx, publication, batch));
  if (errors.size) throw new AggregateError([...errors.values()], `${errors.size} stores could not be published`);
  return answered;
}
