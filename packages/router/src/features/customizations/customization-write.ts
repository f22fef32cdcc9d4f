import type { Write } from "../../core/history/index.ts";
import type { Customization } from "./customizations.schema.ts";

/** What a change of a customization is in the history; null: there was none before, or is none after. */
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
