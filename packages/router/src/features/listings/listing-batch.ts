import { type ListingStore, ProviderError } from "@highstreet/providers";
import { lockStores } from "../../core/log/index.ts";
import type { Context } from "../../kernel/context.ts";
import { type ClaimedListing, claimListings } from "./claim-listings.ts";
import { compareMarked } from "./compare-marked.ts";
import { findTarget } from "./find-target.ts";
import type { Patience } from "./lock-store.ts";
import { type Outcome, recordSent } from "./record-sent.ts";
import { sendListing } from "./send-listing.ts";
import { type Publication, settlePublication } from "./settle-publication.ts";
import type { Tell } from "./teller.ts";
import { type Telling, tellingsOf } from "./telling.ts";

/** Calls in a row without an answer that end a batch: fewer may be the items' own trouble. */
const SILENT = 3;

/** What a store sends in a round. */
export interface ListingBatch {
  publication: Publication;
  target: ListingStore | null;
  /** When the claim ends. */
  until: Date;
  waiting: ClaimedListing[];
  tellings: Map<string, Telling>;
  outcomes: Outcome[];
  /** What ended the batch before its end. */
  failure: ProviderError | null;
  /** Calls in a row without an answer, and the last of them. */
  silent: number;
  silence: ProviderError | null;
  /** The like, where it is no provider's answer but a defect. */
  defect: unknown;
}

/** Compares what is marked, and claims what is to be sent; undefined: nothing is. */
export async function prepareBatch(
  ctx: Context,
  publication: Publication,
  { limit, ...patience }: { limit: number } & Patience,
): Promise<ListingBatch | undefined> {
  await compareMarked(ctx, publication, patience);
  const now = ctx.now();
  if (publication.pausedUntil && publication.pausedUntil > now) return undefined;
  const target = await findTarget(ctx.db, publication);
  const batch: ListingBatch = {
    ...{ publication, target, until: now, waiting: [], tellings: new Map(), outcomes: [] },
    ...{ failure: null, silent: 0, silence: null, defect: null },
  };
  if (!target) return { ...batch, failure: new ProviderError("setup", "The channel is not set up to its end.") };
  const { until, listings } = await claimListings(ctx.db, publication, { country: target.country, now, limit });
  if (!listings.length) return undefined;
  const tellings = await tellingsOf(ctx.db, publication, listings, { country: target.country, now });
  return { ...batch, until, waiting: listings, tellings };
}

/** Sends an item of a batch, unless it is too late for that. What is wrong with more than the item ends the batch. */
export async function sendOf(
  ctx: Context,
  batch: ListingBatch,
  listing: ClaimedListing,
  { tell, end }: { tell: Tell; end: Date },
): Promise<void> {
  const now = ctx.now();
  const telling = batch.tellings.get(listing.itemKey);
  const unsent: Outcome = { listing, telling, sent: undefined, isDoubtful: listing.isDoubtful, isSilent: false };
  if (!batch.target || batch.failure || now >= batch.until || now >= end) {
    batch.outcomes.push(unsent);
    return;
  }
  try {
    const sent = await sendListing(ctx.providers.search, tell, batch.target, { listing, telling, now });
    batch.outcomes.push({ ...unsent, sent });
    batch.silent = 0;
  } catch (error) {
    const isAnswer = error instanceof ProviderError;
    if (!isAnswer) batch.defect = error;
    const failure = isAnswer
      ? error
      : new ProviderError("unavailable", "The call failed on our side.", { cause: error });
    const isSilent = failure.kind === "unavailable";
    batch.outcomes.push({ ...unsent, isDoubtful: listing.isDoubtful || isSilent, isSilent });
    if (isSilent) batch.silence = failure;
    if (!isAnswer || !isSilent || ++batch.silent >= SILENT) batch.failure ??= failure;
  }
}

/** What keeps the provider from taking a store's items; undefined: it was not asked. One that answers for any item is there. */
function failureOf({ failure, silence, defect, outcomes }: ListingBatch): ProviderError | null | undefined {
  const isAnswered = outcomes.some(({ sent }) => sent);
  if (failure && (defect || failure.kind !== "unavailable")) return failure;
  return isAnswered ? null : (silence ?? undefined);
}

/** Keeps what came of a batch, and when the store is to be looked at again. */
export async function settleBatch(
  ctx: Context,
  publication: Publication,
  batch: ListingBatch | undefined,
  patience: Patience = {},
): Promise<void> {
  await ctx.db.sqlTransaction(
    publication,
    async (tx) => {
      await lockStores(tx, publication.retailerId, [publication.storeId]);
      if (batch?.target) {
        const { outcomes, until, target } = batch;
        const { speed } = ctx.providers;
        recordSent(tx, publication, outcomes, { country: target.country, until, now: ctx.now(), speed });
      }
      settlePublication(ctx, tx, publication, batch && failureOf(batch));
    },
    patience,
  );
}
