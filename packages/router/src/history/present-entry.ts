import type { Prisma } from "@highstreet/db";
import type { HistoryEntry } from "./history.schema.ts";

/** A history entry as the API shows it. */
export function presentEntry(row: Prisma.HistoryEntryGetPayload<object>): HistoryEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: row.actor as HistoryEntry["actor"],
    action: row.action as HistoryEntry["action"],
    target: row.target as HistoryEntry["target"],
    before: row.before as HistoryEntry["before"],
    after: row.after as HistoryEntry["after"],
    requestId: row.requestId,
  };
}
