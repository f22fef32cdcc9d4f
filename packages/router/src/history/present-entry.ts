import type { Prisma } from "@highstreet/db";
import type { HistoryEntry } from "./history.schema.ts";

/**
 * A history entry as the API shows it.
 * @param keys names of keys by their ids: an entry has a key's id alone
 */
export function presentEntry(
  row: Prisma.HistoryEntryGetPayload<object>,
  keys: ReadonlyMap<string, string>,
): HistoryEntry {
  const actor = row.actor as HistoryEntry["actor"];
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: { ...actor, name: actor.name ?? keys.get(actor.id ?? "") ?? null },
    action: row.action as HistoryEntry["action"],
    target: row.target as HistoryEntry["target"],
    before: row.before as HistoryEntry["before"],
    after: row.after as HistoryEntry["after"],
    requestId: row.requestId,
  };
}
