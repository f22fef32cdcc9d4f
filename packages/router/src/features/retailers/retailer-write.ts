import type { Write } from "../../core/history/index.ts";
import type { RetailerRow } from "../../kernel/find-retailer.ts";

function facts(row: RetailerRow | null): object | null {
  if (!row) return null;
  const { retailerId: id, partnerId: _partnerId, createdAt, updatedAt, ...fields } = row;
  return { id, ...fields, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

/** What a change of a retailer is in the history; null: there was none before. */
export function retailerWrite(before: RetailerRow | null, after: RetailerRow): Write {
  const { retailerId } = after;
  const target = { type: "retailer", id: retailerId } as const;
  const action = before ? "retailer.update" : "retailer.create";
  return { retailerId, action, target, before: facts(before), after: facts(after) };
}
