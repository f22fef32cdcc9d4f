import { candidatesIn, scan } from "../../kernel/scan.sql.ts";
import type { Customization } from "./customizations.schema.ts";

/** A row of `columns`. Prisma is no use here: it reads a null list (inherit) as an empty list (no channel). */
export interface CustomizationRow extends Omit<Customization, "createdAt" | "updatedAt"> {
  createdAt: Date;
  updatedAt: Date;
}

const columns = `customization_id AS id, barcode, store_id AS "storeId", hidden, channels, title, description,
  brand, image, created_at AS "createdAt", updated_at AS "updatedAt", version`;

const time = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The row `c` as `presentCustomization` returns it. */
const json = `jsonb_build_object('id', c.customization_id, 'barcode', c.barcode, 'storeId', c.store_id,
  'hidden', c.hidden, 'channels', c.channels, 'title', c.title, 'description', c.description, 'brand', c.brand,
  'image', c.image, 'createdAt', ${time("c.created_at")}, 'updatedAt', ${time("c.updated_at")}, 'version', c.version)`;

/** A customization after an edit. */
export interface EditedRow extends CustomizationRow {
  /** The customization before the edit; null: there was none. */
  previous: Customization | null;
}

export const editedFields = ["hidden", "channels", "title", "description", "brand", "image"] as const;

/** JSON Merge Patch in one statement, which also locks the row. `$12` to `$17`: whether the request names each field. */
export const mergeCustomizationSql = `
  INSERT INTO customization AS c (retailer_id, customization_id, store_id, item_key, barcode, hidden, channels, title,
                                  description, brand, image, version, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 1, $18, $18)
  ON CONFLICT (retailer_id, item_key, store_id) DO UPDATE
  SET ${editedFields.map((field, n) => `${field} = CASE WHEN $${n + 12}::boolean THEN excluded.${field} ELSE c.${field} END`).join(", ")},
      barcode = CASE WHEN length(c.barcode) >= length(excluded.barcode) THEN c.barcode ELSE excluded.barcode END,
      version = c.version + 1, updated_at = excluded.updated_at, previous_record = ${json}
  RETURNING ${columns}, previous_record AS previous`;

/** An edit for all stores clears the same fields in the customizations of single stores: `$3` hidden, `$4` channels. */
export const clearStoresSql = `
  UPDATE customization c
  SET hidden = CASE WHEN $3 THEN NULL ELSE hidden END, channels = CASE WHEN $4 THEN NULL ELSE channels END,
      version = version + 1, updated_at = $5, previous_record = ${json}
  WHERE retailer_id = $1 AND item_key = $2 AND store_id IS NOT NULL
    AND (($3 AND hidden IS NOT NULL) OR ($4 AND channels IS NOT NULL))
  RETURNING ${columns}, previous_record AS previous`;

export const customizationSql = `SELECT ${columns} FROM customization WHERE retailer_id = $1 AND customization_id = $2`;

export type LockedRow = CustomizationRow & { itemKey: string };

/** Locks a customization by its id (`$2`), or by item and store (`$3`, `$4`). */
export const lockCustomizationSql = `SELECT ${columns}, item_key AS "itemKey" FROM customization
  WHERE retailer_id = $1 AND (customization_id = $2 OR (item_key = $3 AND store_id IS NOT DISTINCT FROM $4)) FOR UPDATE`;

/** `$15`: whether a customization existed and is locked. Without it, a customization that another call has created stays. */
export const restoreCustomizationSql = `
  INSERT INTO customization AS c (retailer_id, item_key, store_id, customization_id, barcode, hidden, channels, title, description,
                                  brand, image, version, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
  ON CONFLICT (retailer_id, item_key, store_id) DO UPDATE
  SET hidden = excluded.hidden, channels = excluded.channels, title = excluded.title, description = excluded.description,
      brand = excluded.brand, image = excluded.image, version = excluded.version, updated_at = excluded.updated_at
  WHERE $15::boolean
  RETURNING ${columns}`;

export interface EditableRow {
  retailerId: string;
  partnerId: string;
  hasStore: boolean;
  hasItem: boolean;
}

const item = `SELECT FROM store s JOIN stock_item i ON i.retailer_id = s.retailer_id AND i.store_id = s.store_id
  WHERE s.retailer_id = r.retailer_id AND i.item_key = $2`;

/** The checks of an edit in one statement, because this is the most frequent edit. For all stores, or for the store `$3`. */
export const editableSql = {
  inAnyStore: `
  SELECT r.retailer_id AS "retailerId", r.partner_id AS "partnerId", true AS "hasStore", EXISTS (${item}) AS "hasItem"
  FROM retailer r WHERE r.retailer_id = $1`,
  inStore: `
  SELECT r.retailer_id AS "retailerId", r.partner_id AS "partnerId",
         EXISTS (SELECT FROM store s WHERE s.retailer_id = r.retailer_id AND s.store_id = $3) AS "hasStore",
         EXISTS (${item} AND s.store_id = $3) AS "hasItem"
  FROM retailer r WHERE r.retailer_id = $1`,
};

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
        SELECT ${columns} FROM customization WHERE retailer_id = $1 AND customization_id = c.key LIMIT 1
      ) r
      WHERE ($5::uuid IS NULL OR c.store_id = $5) AND ($6::boolean IS NULL OR c.hidden = $6)
        AND ($7::text IS NULL OR $7 = ANY (c.channels)) AND ($8::timestamptz IS NULL OR c.updated_at >= $8)
      ORDER BY c.key ${order} LIMIT $4`,
  });

export const customizationsSql = {
  ofRetailer: { forward: list("ASC", false), back: list("DESC", false) },
  ofItem: { forward: list("ASC", true), back: list("DESC", true) },
};
