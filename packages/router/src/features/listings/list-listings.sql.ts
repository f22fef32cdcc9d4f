import { effectiveItem, visibleIn } from "../../core/items/index.ts";
import { candidatesIn, ofValue, scan } from "../../kernel/scan.sql.ts";

/** `$1` retailer, `$2` store, `$3` key, `$4` candidates, `$5` matches, `$6` channel, `$7` and `$8` search, `$9` state. */
const list = (order: "ASC" | "DESC", ofState: boolean): string =>
  scan({
    order,
    candidates: `
      SELECT item_key AS key, state, wanted, sent, sent_at, problem, updated_at FROM listing
      WHERE retailer_id = $1 AND store_id = $2 AND ${
        ofState
          ? ofValue(order, ["state", "$9"], ["item_key", "$3"])
          : `item_key ${order === "ASC" ? ">" : "<"} $3 ORDER BY item_key ${order}`
      } ${candidatesIn("$4")}`,
    found: `
      SELECT l.key, l.key AS "itemKey", e.barcode, e.title, l.state,
             CASE WHEN $6 = 'search' OR ${visibleIn("local_ads")} THEN l.wanted END AS wanted,
             l.sent, l.sent_at AS "sentAt", l.problem, l.updated_at AS "updatedAt"
      FROM candidate l
      CROSS JOIN LATERAL (
        SELECT * FROM ${effectiveItem} e WHERE e.retailer_id = $1 AND e.store_id = $2 AND e.item_key = l.key LIMIT 1
      ) e
      WHERE $7::text IS NULL OR starts_with(e.barcode, $7) OR starts_with(l.key, $7) OR e.title ILIKE ALL ($8::text[])
      ORDER BY l.key ${order} LIMIT $5`,
  });

const bothWays = (ofState: boolean) => ({ forward: list("ASC", ofState), back: list("DESC", ofState) });

export const listings = bothWays(false);
export const listingsOfState = bothWays(true);
