import type { Prisma, Sql } from "@highstreet/db";
import { type ListingStore, ProviderError } from "@highstreet/providers";
import type { StoreIds, WithPrisma } from "../../../core/channels/index.ts";
import { lockStores } from "../../../core/log/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { claimListingsSql } from "../listings.sql.ts";
import { compareMarked, type Patience, type ShownDescription, type ShownItem } from "./compare-items.ts";
import { type DescriptionUpdate, descriptionUpdates, type SendDescription, sendListing } from "./send-listing.ts";
import { type Outcome, type Publication, recordSent, settlePublication } from "./settle-batch.ts";

/** Longer than a round of calls with all retries. */
const CLAIM_MS = 10 * 60_000;

/** Only this worker sends it until its claim ends. */
export interface ClaimedListing extends Pick<Prisma.ListingModel, "itemKey"> {
  /** null: the item must be withdrawn. */
  wanted: ShownItem | null;
  sent: ShownItem | null;
  /** An earlier call got no answer. */
  isDoubtful: boolean;
  /** A decimal. null: unknown. */
  quantity: string | null;
  isDescribed: boolean;
  described: ShownDescription | null;
  describedAt: Date | null;
}

interface Claim {
  until: Date;
  listings: ClaimedListing[];
}

/** Items that show with a wrong state come first, then the longest due. */
async function claimListings(
  db: Sql,
  { retailerId, storeId }: StoreIds,
  { country, now, limit }: { country: string; now: Date; limit: number },
): Promise<Claim> {
  const until = new Date(now.getTime() + CLAIM_MS);
  const values = [retailerId, storeId, now, until, limit, country];
  return { until, listings: await db.query<ClaimedListing>(claimListingsSql, values) };
}

/** null while the channel is not set up or we have no access. */
async function findTarget({ prisma }: WithPrisma, { retailerId, storeId }: StoreIds): Promise<ListingStore | null> {
  const setup = await prisma.searchSetup.findUnique({
    where: { retailerId_storeId: { retailerId, storeId }, accessAt: { not: null } },
    select: { registeredStore: true },
  });
  return (setup?.registeredStore ?? null) as ListingStore | null;
}

/** A batch ends after this many calls in a row without an answer. */
const MAX_UNANSWERED = 3;

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
  /** Calls in a row without an answer, and the last error of them. */
  silent: number;
  silence: ProviderError | null;
  defect: unknown;
}

/** undefined if there is nothing to send. */
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
    publication,
    target,
    until: now,
    waiting: [],
    updates: new Map(),
    outcomes: [],
    failure: null,
    silent: 0,
    silence: null,
    defect: null,
  };
  if (!target) return { ...batch, failure: new ProviderError("setup", "The setup of the channel is not complete.") };
  const { until, listings } = await claimListings(ctx.db, publication, { country: target.country, now, limit });
  if (!listings.length) return undefined;
  const updates = await descriptionUpdates(ctx.db, publication, listings, { country: target.country, now });
  return { ...batch, until, waiting: listings, updates };
}

/** A failure that concerns more than the item ends the batch. */
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
    if (!isAnswer || !isSilent || ++batch.silent >= MAX_UNANSWERED) batch.failure ??= failure;
  }
}

/** undefined without a call. A provider that answers for any item is available. */
function failureOf({ failure, silence, defect, outcomes }: ListingBatch): ProviderError | null | undefined {
  const isAnswered = outcomes.some(({ sent }) => sent);
  if (failure && (defect || failure.kind !== "unavailable")) return failure;
  return isAnswered ? null : (silence ?? undefined);
}

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
