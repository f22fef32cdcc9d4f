import type { HistoryEntry } from "../../core/history/history-entry.schema.ts";
import { listEntries } from "../../core/history/index.ts";
import { findItem } from "../../core/items/index.ts";
import type { Context } from "../../kernel/context.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";
import { lowestIdOf } from "../../kernel/ids.ts";
import type { PageResult } from "../../kernel/paging.ts";
import { cursorToId, HIGHEST_ID, LOWEST_ID } from "../../kernel/paging.ts";
import { type Scanned, scanPage, windowOf } from "../../kernel/scan.ts";
import { sanitizeForPostgres } from "../../kernel/text.ts";
import { keyNames } from "../keys/index.ts";
import type { ListHistory } from "./history.schema.ts";

/** A stored history entry. */
interface EntryRow extends Omit<HistoryEntry, "at"> {
  at: Date;
}

/**
 * A history entry as the API shows it.
 * @param keys the names of keys by their ids, because an entry has only the id of a key
 */
function presentEntry(row: EntryRow, keys: ReadonlyMap<string, string>): HistoryEntry {
  const { id, at, actor, action, target, before, after, requestId, operationId } = row;
  return {
    id,
    at: at.toISOString(),
    actor: { ...actor, name: actor.name ?? keys.get(actor.id ?? "") ?? null },
    ...{ action, target, before, after, requestId, operationId },
  };
}

/** A page of the changes of a retailer, the newest first. @throws RetailerNotFound */
export async function listHistory(ctx: Context, input: ListHistory): Promise<PageResult<HistoryEntry>> {
  const { retailerId, partnerId } = await findRetailer(ctx, input.retailerId);
  const { storeId, operationId, barcode } = input;
  const itemKey =
    barcode === undefined ? undefined : (await findItem(ctx.db, { retailerId, storeId }, barcode)).itemKey;
  const of = operationId ? "operation" : itemKey !== undefined ? "item" : storeId ? "store" : "retailer";
  const statements = listEntries[of];
  const filters = [
    ...[input.actor === undefined ? null : sanitizeForPostgres(input.actor), input.action ?? null],
    // The id of an entry (UUIDv7) contains the time of the entry.
    input.since === undefined ? LOWEST_ID : lowestIdOf(new Date(input.since)),
    ...[storeId ?? null, operationId ?? null, itemKey ?? null],
  ];
  const { data, ...neighbours } = await scanPage<EntryRow>(
    input.page,
    (row) => row.id,
    async (position, candidates, limit) => {
      const values = [retailerId, cursorToId(position) ?? HIGHEST_ID, candidates, limit, ...filters];
      const statement = position?.back ? statements.back : statements.newestFirst;
      return windowOf(await ctx.db.query<Scanned<EntryRow>>(statement, values), candidates);
    },
  );
  const keyIds = data.flatMap(({ actor }) => (actor.kind === "key" && actor.id !== null ? [actor.id] : []));
  const names = await keyNames(ctx.db, partnerId, keyIds);
  return { data: data.map((row) => presentEntry(row, names)), ...neighbours };
}
