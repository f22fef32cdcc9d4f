import type { Write } from "../../core/history/index.ts";
import type { StoreRow } from "../../core/stores/index.ts";
import { presentStore } from "./present-store.ts";

/** What a change of a store is in the history; null: there was none before, or is none after. */
export function storeWrite(before: StoreRow | null, after: StoreRow | null): Write {
  const row = after ?? before;
  if (!row) throw new Error("a change of nothing");
  const { retailerId, storeId } = row;
  return {
    retailerId,
    action: before ? (after ? "store.update" : "store.delete") : "store.create",
    target: { type: "store", id: storeId, storeId },
    before: before && presentStore(before),
    after: after && presentStore(after),
  };
}
