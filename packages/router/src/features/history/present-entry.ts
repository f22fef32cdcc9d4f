import type { HistoryEntry } from "../../core/history/history-entry.schema.ts";

/** A stored history entry. */
export interface EntryRow extends Omit<HistoryEntry, "at"> {
  at: Date;
}

/**
 * A history entry as the API shows it.
 * @param keys names of keys by their ids: an entry has a key's id alone
 */
export function presentEntry(row: EntryRow, keys: ReadonlyMap<string, string>): HistoryEntry {
  const { id, at, actor, action, target, before, after, requestId } = row;
  return {
    id,
    at: at.toISOString(),
    actor: { ...actor, name: actor.name ?? keys.get(actor.id ?? "") ?? null },
    ...{ action, target, before, after, requestId },
  };
}
