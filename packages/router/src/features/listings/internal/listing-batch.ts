import { type ListingStore, ProviderError } from "@highstreet/providers";
import { lockStores } from "../../../core/log/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { type ClaimedListing, claimListings, findTarget } from "./claim-listings.ts";
import { compareMarked, type Patience } from "./compare-items.ts";
import { type DescriptionUpdate, descriptionUpdates, type SendDescription } from "./description-sender.ts";
import { type Outcome, recordSent } from "./record-sent.ts";
import { sendListing } from "./send-listing.ts";
import { type Publication, settlePublication } from "./settle-publication.ts";

/** A batch ends after this many calls in a row without an answer. Fewer may be a problem of the items. */
const SILENT = 3;

/** The items that a store sends in a round. */
export interface ListingBatch {
  publication: Publication;
  target: ListingStore | null;
  /** End of the claim. */
  until: Date;
  waiting: ClaimedListing[];
  updates: Map<string, DescriptionUpdate>;
  outcomes: Outcome[];
  /** The failure that ended the batch early. */
  failure: ProviderError | null;
  /** Number of calls in a row without an answer, and the last error of them. */
  silent: number;
  silence: ProviderError | null;
  /** An error of our own code. */
  defect: unknown;
}

/** Compares marked items, and claims items to send; undefined if there are none. */
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
    ...{ publication, target, until: now, waiting: [], updates: new Map(), outcomes: [] },
    ...{ failure: null, silent: 0, silence: null, defect: null },
  };
  if (!target) return { ...batch, failure: new ProviderError("setup", "The setup of the channel is not complete.") };
  const { until, listings } = await claimListings(ctx.db, publication, { country: target.country, now, limit });
  if (!listings.length) return undefined;
  const updates = await descriptionUpdates(ctx.db, publication, listings, { country: target.country, now });
  return { ...batch, until, waiting: listings, updates };
}

/** Sends an item of a batch, unless the batch or the run has ended. A failure that concerns more than the item ends the batch. */
export async function sendItem(
  ctx: Context,
  batch: ListingBatch,
  listing: ClaimedListing,
  { sendDescription, end }: { sendDescription: SendDescription; end: Date },
): Promise<void> {
  const now = ctx.now();
  const update = batch.updates.get(listing.itemKey);
  const unsent: Outcome = { listing, update, sent: undefined, isDoubtful: listing.isDoubtful, isSilent: false };
  if (!batch.target || batch.failure || now >= batch.until || now >= end) {
    batch.outcomes.push(unsent);
    return;
  }
  try {
    const sent = await sendListing(ctx.providers.search, sendDescription, batch.target, { listing, update, now });
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

/** The failure of the provider; undefined without a call. A provider that answers for any item is available. */
function failureOf({ failure, silence, defect, outcomes }: ListingBatch): ProviderError | null | undefined {
  const isAnswered = outcomes.some(({ sent }) => sent);
  if (failure && (defect || failure.kind !== "unavailable")) return failure;
  return isAnswered ? null : (silence ?? undefined);
}

/** Records the outcomes of a batch, and when the store is due again. */
export async function settleBatch(
  ctx: Context,
  publication: Publication,
  batch: ListingBatch | undefined,
  patience: Patience = {},
): Promise<void> {
  await ctx.db.transaction(
    publication,
    async (tx) => {
      await lockStores(tx, publication.retailerId, [publication.storeId]);
      if (batch?.target) {
        const { outcomes, until, target } = batch;
        const { providers } = ctx;
        await recordSent(tx, publication, outcomes, { country: target.country, until, now: ctx.now(), providers });
      }
      await settlePublication(ctx, tx, publication, batch && failureOf(batch));
    },
    patience,
  );
}
