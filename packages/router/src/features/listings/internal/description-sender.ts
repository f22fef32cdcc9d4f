import { isDeepStrictEqual } from "node:util";
import { type Database, Prisma } from "@highstreet/db";
import { type ListingStore, ProviderError, type SearchProvider } from "@highstreet/providers";
import type { StoreIds } from "../../../core/channels/index.ts";
import { EARLIEST_DAYS, otherDescriptionsSql } from "../listings.sql.ts";
import type { ClaimedListing } from "./claim-listings.ts";
import { gtinOf, type ShownDescription } from "./wanted-item.ts";

/** The language of all items. */
export const LANGUAGE = "en";

/** The reason of a refusal. */
export interface ListingProblem {
  code: string;
  message: string;
}

/** The refusal of a call, or null. @throws ProviderError of any other kind */
export async function refusalOf(call: Promise<void>): Promise<ListingProblem | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== "refused") throw error;
    return { code: error.reason ?? "refused", message: error.message };
  }
}

/** A description is sent again together with the first item of the country that is sent again. */
const DESCRIPTION_LASTS_MS = (EARLIEST_DAYS - 1) * 86_400_000;

/** The change of an item's description at the provider: a new description, `delete`, or undefined for no change. */
export type DescriptionUpdate = ShownDescription | "delete" | undefined;

function updateOf({ wanted, isDescribed, described, describedAt }: ClaimedListing, now: Date): DescriptionUpdate {
  if (!wanted) return undefined;
  if (!wanted.description) return isDescribed ? "delete" : undefined;
  const isFresh = describedAt !== null && now.getTime() - describedAt.getTime() < DESCRIPTION_LASTS_MS;
  return isFresh && isDeepStrictEqual(described, wanted.description) ? undefined : wanted.description;
}

/**
 * The description updates of claimed items. Marks these descriptions as unknown before the calls, in case a call gets no answer.
 * All stores of a retailer in a country share an item's description. The last change counts. If one store deletes its
 * description, the description of another store is sent.
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

/** Sends the description update of an item. @returns the refusal, or null @throws ProviderError */
export type SendDescription = (
  store: ListingStore,
  itemKey: string,
  update: DescriptionUpdate,
) => Promise<ListingProblem | null>;

/** Serializes description updates of one item across stores, and skips an update that equals the last one. */
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
