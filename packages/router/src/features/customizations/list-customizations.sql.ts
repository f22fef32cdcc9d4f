import { candidatesIn, scan } from "../../kernel/scan.sql.ts";
import { customizationColumns } from "./present-customization.ts";

/** `$1` retailer, `$2` id, `$3` candidates, `$4` matches, `$5` store, `$6` hidden, `$7` channel, `$8` since, `$9` item. */
const list = (order: "ASC" | "DESC", ofItem: boolean): string =>
  scan({
    order,
    // An item has at most one record per store, so the statement reads only the records of the item.
    candidates: `
      SELECT customization_id AS key, store_id, hidden, channels, updated_at
      FROM ${ofItem ? "(SELECT * FROM customization WHERE retailer_id = $1 AND item_key = $9 OFFSET 0) c" : "customization"}
      WHERE retailer_id = $1 AND customization_id ${order === "ASC" ? ">" : "<"} $2
      ORDER BY customization_id ${order} ${candidatesIn("$3")}`,
    found: `
      SELECT c.key, r.*
      FROM candidate c
      CROSS JOIN LATERAL (
        SELECT ${customizationColumns} FROM customization WHERE retailer_id = $1 AND customization_id = c.key LIMIT 1
      ) r
      WHERE ($5::uuid IS NULL OR c.store_id = $5) AND ($6::boolean IS NULL OR c.hidden = $6)
        AND ($7::text IS NULL OR $7 = ANY (c.channels)) AND ($8::timestamptz IS NULL OR c.updated_at >= $8)
      ORDER BY c.key ${order} LIMIT $4`,
  });

export const customizations = { forward: list("ASC", false), back: list("DESC", false) };
export const customizationsOfItem = { forward: list("ASC", true), back: list("DESC", true) };
