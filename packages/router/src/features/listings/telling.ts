import { isDeepStrictEqual } from "node:util";
import type { Sql } from "@highstreet/db";
import type { StoreIds } from "../../core/channels/index.ts";
import type { ClaimedListing } from "./claim-listings.ts";
import { DESCRIPTION_LASTS_MS } from "./refresh-at.ts";
import type { ShownDescription } from "./wanted-item.ts";

/** What the provider is to be told of an item itself: a description, `forget`, or undefined: nothing new. */
export type Telling = ShownDescription | "forget" | undefined;

function tellingOf({ wanted, isDescribed, described, describedAt }: ClaimedListing, now: Date): Telling {
  if (!wanted) return undefined;
  if (!wanted.description) return isDescribed ? "forget" : undefined;
  const isFresh = describedAt !== null && now.getTime() - describedAt.getTime() < DESCRIPTION_LASTS_MS;
  return isFresh && isDeepStrictEqual(described, wanted.description) ? undefined : wanted.description;
}

const elsewhere = `
  SELECT DISTINCT ON (l.item_key) l.item_key AS "itemKey", l.wanted->'description' AS description
  FROM publication p
  JOIN listing l ON l.retailer_id = p.retailer_id AND l.store_id = p.store_id AND l.item_key = ANY ($3::text[])
  JOIN search_setup u ON u.retailer_id = p.retailer_id AND u.store_id = p.store_id AND u.told->>'country' = $4
  WHERE p.retailer_id = $1 AND p.store_id <> $2
    AND jsonb_typeof(l.wanted->'description') = 'object'
  ORDER BY l.item_key, l.store_id`;

const doubt = `
  INSERT INTO listing_description (retailer_id, country, item_key, sent, sent_at)
  SELECT $1::uuid, $3, item_key, NULL::jsonb, $2::timestamptz FROM unnest($4::text[]) item_key ORDER BY item_key
  ON CONFLICT (retailer_id, country, item_key) DO UPDATE SET sent = NULL`;

/**
 * What is to be told of the items themselves; noted before it is, so that whatever becomes of the calls nobody takes for
 * known what the provider has. The items of a retailer are called the same in all of its stores in a country: where stores
 * differ, what was changed last counts, and what one takes back is told as another has it.
 */
export async function tellingsOf(
  sql: Sql,
  { retailerId, storeId }: StoreIds,
  listings: readonly ClaimedListing[],
  { country, now }: { country: string; now: Date },
): Promise<Map<string, Telling>> {
  const tellings = new Map(listings.map((listing) => [listing.itemKey, tellingOf(listing, now)]));
  const forgotten = [...tellings].flatMap(([itemKey, telling]) => (telling === "forget" ? itemKey : []));
  if (forgotten.length) {
    type Row = { itemKey: string; description: ShownDescription };
    const rows = await sql.query<Row>(elsewhere, [retailerId, storeId, forgotten, country]);
    for (const { itemKey, description } of rows) tellings.set(itemKey, description);
  }
  const told = listings.filter(({ itemKey }) => tellings.get(itemKey) !== undefined);
  if (told.length) {
    await sql.query(doubt, [retailerId, now, country, told.map(({ itemKey }) => itemKey)]);
  }
  return tellings;
}
