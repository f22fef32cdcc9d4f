import { findRetailer } from "../../access/find-retailer.ts";
import type { HistoryEntry } from "../../core/history/history-entry.schema.ts";
import { listEntries } from "../../core/history/index.ts";
import { findItem } from "../../core/items/index.ts";
import type { Context } from "../../kernel/context.ts";
import { lowestIdOf } from "../../kernel/ids.ts";
import type { PageResult } from "../../kernel/paging.ts";
import { cursorToId, HIGHEST_ID, LOWEST_ID, type Scanned, scanPage, windowOf } from "../../kernel/paging.ts";
import { sanitizeForPostgres } from "../../kernel/text.ts";
import { keyNames } from "../keys/index.ts";
import type { ListHistory } from "./history.schema.ts";

export interface EntryRow extends Omit<HistoryEntry, "at"> {
  at: Date;
}

/** @param keys names by key id. An entry has only the id */
export function presentEntry(row: EntryRow, keys: ReadonlyMap<string, string>): HistoryEntry {
  const { id, at, actor, action, target, before, after, requestId, operationId } = row;
  return {
    id,
    at: at.toISOString(),
    actor: { ...actor, name: actor.name ?? keys.get(actor.id ?? "") ?? null },
    action,
    target,
    before,
    after,
    requestId,
    operationId,
  };
}

export function namesOfKeys(ctx: Context, partnerId: string, rows: Pick<EntryRow, "actor">[]) {
  const keyIds = rows.flatMap(({ actor }) => (actor.kind === "key" && actor.id !== null ? [actor.id] : []));
  return keyNames(ctx.db, partnerId, keyIds);
}

export async function listHistory(ctx: Context, input: ListHistory): Promise<PageResult<HistoryEntry>> {
  const { retailerId, partnerId } = await findRetailer(ctx, input.retailerId);
  const { storeId, operationId, barcode } = input;
  const itemKey =
    barcode === undefined ? undefined : (await findItem(ctx.db, { retailerId, storeId }, barcode)).itemKey;
  const of = operationId ? "operation" : itemKey !== undefined ? "item" : storeId ? "store" : "retailer";
  const statements = listEntries[of];
  const filters = [
    input.actor === undefined ? null : sanitizeForPostgres(input.actor),
    input.action ?? null,
    input.since === undefined ? LOWEST_ID : lowestIdOf(new Date(input.since)),
    storeId ?? null,
    operationId ?? null,
    itemKey ?? null,
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
  const names = await namesOfKeys(ctx, partnerId, data);
  return { data: data.map((row) => presentEntry(row, names)), ...neighbours };
}
