import type { Database } from "@highstreet/db";
import type { StoreIds } from "../../core/channels/index.ts";
import type { ShownDescription, ShownItem } from "./wanted-item.ts";

/** Longer than a call may take with all its tries, and a round of them: then the items are another worker's to send. */
const CLAIM_MS = 10 * 60_000;

/** The provider shows it, and otherwise than it is to be. There is an index on it. */
const isChange = "sent IS NOT NULL AND wanted IS DISTINCT FROM sent";

/** All are looked up by their keys (`LIMIT`, `ANY`), however many there are. The listing's `claimed_until` stands until an answer came: so long nobody knows what the provider has. */
const claim = `
  WITH changes AS (
    SELECT item_key, claimed_until IS NOT NULL AS is_doubtful FROM listing
    WHERE retailer_id = $1 AND store_id = $2 AND due_at <= $3 AND ${isChange}
    ORDER BY due_at LIMIT $5 FOR NO KEY UPDATE SKIP LOCKED
  ), others AS (
    SELECT item_key, claimed_until IS NOT NULL AS is_doubtful FROM listing
    WHERE retailer_id = $1 AND store_id = $2 AND due_at <= $3 AND NOT (${isChange})
    ORDER BY due_at LIMIT $5 - (SELECT count(*) FROM changes) FOR NO KEY UPDATE SKIP LOCKED
  ), due AS (
    SELECT * FROM changes UNION ALL SELECT * FROM others
  ), claimed AS (
    UPDATE listing SET due_at = $4, claimed_until = $4
    WHERE retailer_id = $1 AND store_id = $2 AND item_key = ANY (ARRAY (SELECT item_key FROM due))
    RETURNING item_key, wanted, sent
  )
  SELECT c.item_key AS "itemKey", c.wanted, c.sent, due.is_doubtful AS "isDoubtful", i.quantity,
         d.item_key IS NOT NULL AS "isDescribed", d.sent AS described, d.sent_at AS "describedAt"
  FROM claimed c JOIN due ON due.item_key = c.item_key
  CROSS JOIN LATERAL (
    SELECT quantity FROM stock_item i WHERE i.retailer_id = $1 AND i.store_id = $2 AND i.item_key = c.item_key LIMIT 1
  ) i
  LEFT JOIN LATERAL (
    SELECT * FROM listing_description d WHERE d.retailer_id = $1 AND d.country = $6 AND d.item_key = c.item_key LIMIT 1
  ) d ON true`;

/** An item that this worker alone sends until its claim ends. */
export interface ClaimedListing {
  itemKey: string;
  /** null: it is to be withdrawn. */
  wanted: ShownItem | null;
  sent: ShownItem | null;
  /** An earlier call got no answer. */
  isDoubtful: boolean;
  /** A decimal. */
  quantity: string;
  /** Something was said of the item itself, in the country; `described` null: what, is not known. */
  isDescribed: boolean;
  described: ShownDescription | null;
  describedAt: Date | null;
}

export interface Claim {
  until: Date;
  listings: ClaimedListing[];
}

/** Claims items of a store: first what the provider shows wrongly, then the others, those due longest. */
export async function claimListings(
  db: Database,
  { retailerId, storeId }: StoreIds,
  { country, now, limit }: { country: string; now: Date; limit: number },
): Promise<Claim> {
  const until = new Date(now.getTime() + CLAIM_MS);
  const listings = await db.query<ClaimedListing>(claim, [retailerId, storeId, now, until, limit, country]);
  return { until, listings };
}
