import { isDeepStrictEqual } from "node:util";
import type { ListingStore, SearchProvider } from "@highstreet/providers";
import type { ClaimedListing } from "./claim-listings.ts";
import { gtinOf } from "./gtin.ts";
import { type ListingProblem, refusalOf } from "./refusal-of.ts";
import { LANGUAGE, type Tell } from "./teller.ts";
import type { Telling } from "./telling.ts";

/** What came of sending an item. */
export interface Sent {
  /** The provider has it as it is wanted. */
  isTaken: boolean;
  /** How it stands was submitted; false: the provider was told before. */
  isSubmitted: boolean;
  /** What is said of the item itself was taken. */
  isTold: boolean;
  /** Why one of the two was refused. */
  problem: ListingProblem | null;
}

/** The provider knows how the item stands: what changed is what is said of the item itself, and nothing but. */
function isKnown({ isDoubtful, wanted, sent }: ClaimedListing): boolean {
  if (isDoubtful || !wanted || !sent) return false;
  const { description: now, ...stands } = wanted;
  const { description: before, ...stood } = sent;
  return isDeepStrictEqual(stands, stood) && !isDeepStrictEqual(now, before);
}

/** Says how an item stands; one that is to be withdrawn is out of stock. @throws ProviderError */
function submit(
  search: SearchProvider,
  store: ListingStore,
  { itemKey, wanted, sent, quantity }: ClaimedListing,
  now: Date,
): Promise<void> {
  const shown = wanted ?? sent;
  const status = wanted?.status ?? "out_of_stock";
  return search.submitItem(store, {
    offerId: itemKey,
    gtin: gtinOf(itemKey),
    language: LANGUAGE,
    status,
    // Whole pieces; what is in stock is not none.
    quantity: status === "out_of_stock" ? 0 : Math.max(1, Math.floor(Number(quantity))),
    price: shown && { amount: shown.price, currency: shown.currency },
    seenAt: now,
  });
}

/**
 * Tells the provider of an item what is news: first what it is called, then how it stands. An item whose description is
 * refused is submitted all the same, so that its price and stock are right wherever it shows.
 * @throws ProviderError for all but a refusal
 */
export async function sendListing(
  search: SearchProvider,
  tell: Tell,
  store: ListingStore,
  { listing, telling, now }: { listing: ClaimedListing; telling: Telling; now: Date },
): Promise<Sent> {
  const ofDescription = await tell(store, listing.itemKey, telling);
  const isSubmitted = !isKnown(listing);
  const refusal = isSubmitted ? await refusalOf(submit(search, store, listing, now)) : null;
  return {
    ...{ isTaken: refusal === null, isSubmitted, isTold: ofDescription === null },
    problem: refusal ?? ofDescription,
  };
}
