import type { Customization } from "./customizations.schema.ts";

export const customizationColumns = `customization_id AS id, barcode, store_id AS "storeId", hidden, channels, title, description,
  brand, image, created_at AS "createdAt", updated_at AS "updatedAt", version`;

const time = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The record of row `c` as `presentCustomization` gives it, in SQL. */
export const customizationJson = `jsonb_build_object('id', c.customization_id, 'barcode', c.barcode, 'storeId', c.store_id,
  'hidden', c.hidden, 'channels', c.channels, 'title', c.title, 'description', c.description, 'brand', c.brand,
  'image', c.image, 'createdAt', ${time("c.created_at")}, 'updatedAt', ${time("c.updated_at")}, 'version', c.version)`;

export interface CustomizationRow extends Omit<Customization, "createdAt" | "updatedAt"> {
  createdAt: Date;
  updatedAt: Date;
}

/** A customization as the API shows it. */
export function presentCustomization(row: CustomizationRow): Customization {
  const { id, barcode, storeId, hidden, channels, title, description, brand, image, version } = row;
  return {
    ...{ id, barcode, storeId, hidden, channels, title, description, brand, image },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version,
  };
}
