import { isDeepStrictEqual } from "node:util";
import type { ListingStore, SearchProvider } from "@highstreet/providers";
import type { ClaimedListing } from "./claim-listings.ts";
import {
  type DescriptionUpdate,
  LANGUAGE,
  type ListingProblem,
  refusalOf,
  type SendDescription,
} from "./description-sender.ts";
import { gtinOf } from "./wanted-item.ts";

/** The answers to the calls for an item. */
export interface Sent {
  /** Whether the provider has the wanted state. */
  isTaken: boolean;
  /** Whether the state was submitted; false: the provider already had it. */
  isSubmitted: boolean;
  /** Whether the provider accepted the description. */
  isDescriptionTaken: boolean;
  /** The refusal of the state or the description. */
  problem: ListingProblem | null;
}

/** Whether only the description has changed, so that the provider already has status and price. */
function isKnown({ isDoubtful, wanted, sent }: ClaimedListing): boolean {
  if (isDoubtful || !wanted || !sent) return false;
  const { description: now, ...state } = wanted;
  const { description: before, ...stateBefore } = sent;
  return isDeepStrictEqual(state, stateBefore) && !isDeepStrictEqual(now, before);
}

/** Submits status, price and quantity. A withdrawn item is submitted as out of stock. @throws ProviderError */
function submit(
  search: SearchProvider,
  store: ListingStore,
  { itemKey, wanted, sent, quantity }: ClaimedListing,
  now: Date,
): Promise<void> {
  const shown = wanted ?? sent;
  const status = wanted?.status ?? "out_of_stock";
  // Whole pieces. An item in stock has at least one.
  const pieces = status === "out_of_stock" ? 0 : Math.max(1, Math.floor(Number(quantity)));
  return search.submitItem(store, {
    offerId: itemKey,
    gtin: gtinOf(itemKey),
    language: LANGUAGE,
    status,
    quantity: quantity === null ? null : pieces,
    price: shown && { amount: shown.price, currency: shown.currency },
    seenAt: now,
  });
}

/**
 * Sends the changes of an item: first its description, then its state. If the provider refuses the description, the state is still
 * submitted, so that price and stock are right wherever the item shows.
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
    ...{ isTaken: refusal === null, isSubmitted, isDescriptionTaken: refusedDescription === null },
    problem: refusal ?? refusedDescription,
  };
}
