import type { Write } from "../../../core/history/index.ts";
import { DomainError } from "../../../kernel/errors.ts";
import type { Customization } from "../customizations.schema.ts";
import type { CustomizationRow } from "../customizations.sql.ts";

/** A customization as the API shows it. */
export function presentCustomization(row: CustomizationRow): Customization {
  const { id, barcode, storeId, hidden, hiddenWhile, channels, title, description, brand, image, version } = row;
  return {
    ...{ id, barcode, storeId, hidden },
    hiddenUntil: row.hiddenUntil?.toISOString() ?? null,
    ...{ hiddenWhile, channels, title, description, brand, image },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version,
  };
}

export function customizationNotFound(): DomainError {
  return new DomainError("CustomizationNotFound", "The retailer has no such customization.");
}

/** The history entry of a change. `before` null: the change creates the customization. `after` null: the change deletes it. */
export function customizationWrite(
  retailerId: string,
  itemKey: string,
  before: Customization | null,
  after: Customization | null,
): Write {
  const record = after ?? before;
  const action = before ? (after ? "customization.update" : "customization.delete") : "customization.create";
  const { id = null, storeId = null, barcode = null } = record ?? {};
  return { retailerId, action, target: { type: "customization", id, storeId, barcode }, itemKey, before, after };
}
