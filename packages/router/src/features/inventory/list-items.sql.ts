import { effectiveOf } from "../../core/items/index.ts";
import { candidatesIn, scan } from "../../kernel/scan.sql.ts";
import { itemColumns } from "./present-item.ts";

/** `$1` retailer, `$2` store, `$3` key, `$4` candidates, `$5` matches, `$6…` filters. */
const list = (order: "ASC" | "DESC"): string =>
  scan({
    order,
    candidates: `
      SELECT i.item_key AS key, i.* FROM stock_item i
      WHERE i.retailer_id = $1 AND i.store_id = $2 AND i.item_key ${order === "ASC" ? ">" : "<"} $3
      ORDER BY i.item_key ${order} ${candidatesIn("$4")}`,
    found: `
      SELECT e.item_key AS key, ${itemColumns}
      FROM ${effectiveOf("candidate")} e
      WHERE ($6::text IS NULL OR e.status = $6)
        AND ($7::boolean IS NULL OR e.hidden = $7)
        AND ($8::text IS NULL OR (NOT e.hidden AND (e.channels IS NULL OR $8 = ANY (e.channels))))
        AND ($9::text IS NULL OR starts_with(e.barcode, $9) OR starts_with(e.item_key, $9) OR e.title ILIKE ALL ($10::text[]))
        AND ($11::timestamptz IS NULL OR e.updated_at >= $11)
      ORDER BY e.item_key ${order} LIMIT $5`,
  });

export const itemsForward = list("ASC");
export const itemsBack = list("DESC");
