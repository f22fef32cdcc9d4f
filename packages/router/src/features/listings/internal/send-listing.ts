import { isDeepStrictEqual } from "node:util";
import { type Database, Prisma } from "@highstreet/db";
import { type ListingStore, ProviderError, type SearchProvider } from "@highstreet/providers";
import type { StoreIds } from "../../../core/channels/index.ts";
import { gtinOf } from "../../../core/items/index.ts";
import { EARLIEST_DAYS, otherDescriptionsSql } from "../listings.sql.ts";
import type { ShownDescription } from "./compare-items.ts";
import type { ClaimedListing } from "./listing-batch.ts";

const LANGUAGE = "en";

interface ListingProblem {
  code: string;
  message: string;
}

/** @returns null for an accepted call. @throws ProviderError of any other kind */
async function refusalOf(call: Promise<void>): Promise<ListingProblem | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== "refused") throw error;
    return { code: error.reason ?? "refused", message: error.message };
  }
}

/** Sent again with the first item of the country that is sent again. */
const DESCRIPTION_LASTS_MS = (EARLIEST_DAYS - 1) * 86_400_000;

/** `undefined`: no change. */
export type DescriptionUpdate = ShownDescription | "delete" | undefined;

function updateOf({ wanted, isDescribed, described, describedAt }: ClaimedListing, now: Date): DescriptionUpdate {
  if (!wanted) return undefined;
  if (!wanted.description) return isDescribed ? "delete" : undefined;
  const isFresh = describedAt !== null && now.getTime() - describedAt.getTime() < DESCRIPTION_LASTS_MS;
  return isFresh && isDeepStrictEqual(described, wanted.description) ? undefined : wanted.description;
}

/**
 * Marks the descriptions of claimed items as unknown before the calls. All stores of a retailer in a country share a description, and the
 * last change counts. If one store deletes it, that of another store is sent.
 */
export async function descriptionUpdates(
  db: Database,
  { retailerId, storeId }: StoreIds,
  listings: readonly ClaimedListing[],
  { country, now }: { country: string; now: Date },
): Promise<Map<string, DescriptionUpdate>> {
  const updates = new Map(listings.map((listing) => [listing.itemKey, updateOf(listing, now)]));
  const deleted = [...updates].flatMap(([itemKey, update]) => (update === "delete" ? itemKey : []));
  if (deleted.length) {
    type Row = { itemKey: string; description: ShownDescription };
    const rows = await db.query<Row>(otherDescriptionsSql, [retailerId, storeId, deleted, country]);
    for (const { itemKey, description } of rows) updates.set(itemKey, description);
  }
  const changed = [...updates].flatMap(([itemKey, update]) => (update === undefined ? [] : itemKey)).toSorted();
  if (changed.length) {
    const where = { retailerId, country, itemKey: { in: changed } };
    await db.prisma.listingDescription.updateMany({ where, data: { sent: Prisma.DbNull } });
    const data = changed.map((itemKey) => ({ retailerId, country, itemKey, sent: Prisma.DbNull, sentAt: now }));
    await db.prisma.listingDescription.createMany({ data, skipDuplicates: true });
  }
  return updates;
}

/** @returns the refusal, or null @throws ProviderError */
export type SendDescription = (
  store: ListingStore,
  itemKey: string,
  update: DescriptionUpdate,
) => Promise<ListingProblem | null>;

/** Serializes the updates of one item across stores, and skips an update that equals the last one. */
export function descriptionSender(search: SearchProvider): SendDescription {
  const last = new Map<string, { update: DescriptionUpdate; result: Promise<ListingProblem | null> }>();

  function call(store: ListingStore, itemKey: string, update: NonNullable<DescriptionUpdate>): Promise<void> {
    const item = { offerId: itemKey, language: LANGUAGE };
    if (update === "delete") return search.forgetDescription(store, item);
    return search.describeItem(store, { ...item, gtin: gtinOf(itemKey), ...update });
  }

  return async (store, itemKey, update) => {
    if (!update) return null;
    const key = `${store.merchantId} ${store.country} ${itemKey}`;
    const before = last.get(key);
    if (before && isDeepStrictEqual(before.update, update)) return before.result;
    const result = (async () => {
      await before?.result.catch(() => undefined);
      return refusalOf(call(store, itemKey, update));
    })();
    last.set(key, { update, result });
    return result;
  };
}

export interface Sent {
  isTaken: boolean;
  /** false: the provider already had the state. */
  isSubmitted: boolean;
  isDescriptionTaken: boolean;
  problem: ListingProblem | null;
}

/** Only the description has changed. */
function isKnown({ isDoubtful, wanted, sent }: ClaimedListing): boolean {
  if (isDoubtful || !wanted || !sent) return false;
  const { description: now, ...state } = wanted;
  const { description: before, ...stateBefore } = sent;
  return isDeepStrictEqual(state, stateBefore) && !isDeepStrictEqual(now, before);
}

/** A withdrawn item is submitted as out of stock. @throws ProviderError */
function submit(
  search: SearchProvider,
  store: ListingStore,
  { itemKey, wanted, sent, quantity }: ClaimedListing,
  now: Date,
): Promise<void> {
  const shown = wanted ?? sent;
  const status = wanted?.status ?? "out_of_stock";
  // An item in stock has at least one piece.
  const pieces = status === "out_of_stock" ? 0 : Math.max(1, Math.floor(Number(quantity)));
  return search.submitItem(store, {
    offerId: itemKey,
    gtin: gtinOf(itemKey),
    language: LANGUAGE,
    status,
    quantity: quantity === null ? null : pieces,
    price: shown && { amount: shown.price, currency: shown.currency },
    pickup: wanted?.pickup ?? null,
    seenAt: now,
  });
}

/**
 * If the provider refuses the description, the state is still submitted, so that price and stock are right.
 * @throws ProviderError for everything but a refusal
 */
export async function sendListing(
  search: SearchProvider,
  sendDescription: SendDescription,
  store: ListingStore,
  { listing, update, now }: { listing: ClaimedListing; update: DescriptionUpdate; now: Date },
): Promise<Sent> {
  const refusedDescription = await sendDescription(store, listing.itemKey, update);
  const isSubmitted = !isKnown(listing);
  const refusal = isSubmitted ? await refusalOf(submit(search, store, listing, now)) : null;
  return {
    isTaken: refusal === null,
    isSubmitted,
    isDescriptionTaken: refusedDescription === null,
    problem: refusal ?? refusedDescription,
  };
}
