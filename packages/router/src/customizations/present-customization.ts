import type { Customization } from "./customizations.schema.ts";

export const customizationColumns = `customization_id AS id, barcode, store_id AS "storeId", hidden, channels, title, description,
  brand, image, created_at AS "createdAt", updated_at AS "updatedAt", version`;

export interface CustomizationRow extends Omit<Customization, "createdAt" | "updatedAt"> {
  createdAt: Date;
  updatedAt: Date;
}

/** A customization as the API shows it. */
export function presentCustomization(row: CustomizationRow): Customization {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() };
}
