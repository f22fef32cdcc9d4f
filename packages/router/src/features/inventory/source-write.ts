import type { Write } from "../../core/history/index.ts";
import { presentSource, type StoredSource } from "./read-source.ts";

/** What connecting or disconnecting a source is in the history. */
export function sourceWrite(
  store: { retailerId: string; storeId: string },
  action: "source.connect" | "source.disconnect",
  before: StoredSource,
  after: StoredSource,
): Write {
  return {
    retailerId: store.retailerId,
    action,
    target: { type: "source", storeId: store.storeId },
    before: before.providerId === null ? null : presentSource(before),
    after: presentSource(after),
  };
}
