import type { HistoryEntry } from "../../core/history/history-entry.schema.ts";
import { itemKeyOf } from "../../core/items/index.ts";
import type { Context } from "../../kernel/context.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";
import { lowestIdOf } from "../../kernel/ids.ts";
import type { PageResult } from "../../kernel/paging.ts";
import { cursorToId, HIGHEST_ID, LOWEST_ID } from "../../kernel/paging.ts";
import { type Scanned, scanPage, windowOf } from "../../kernel/scan.ts";
import { sanitizeForPostgres } from "../../kernel/text.ts";
import { keyNames } from "../keys/index.ts";
import type { ListHistory } from "./history.schema.ts";
import { ofItem, ofRetailer, ofStore } from "./list-history.sql.ts";
import { type EntryRow, presentEntry } from "./present-entry.ts";

/** Who changed what of a retailer, the newest first. */
export async function listHistory(ctx: Context, input: ListHistory): Promise<PageResult<HistoryEntry>> {
  const { retailerId, partnerId } = await findRetailer(ctx, input.retailerId);
  const itemKey = input.barcode === undefined ? undefined : itemKeyOf(sanitizeForPostgres(input.barcode.trim()));
  const statements = itemKey !== undefined ? ofItem : input.storeId === undefined ? ofRetailer : ofStore;
  const filters = [
    ...[input.actor === undefined ? null : sanitizeForPostgres(input.actor), input.action ?? null],
    // The id of an entry (UUIDv7) contains the time of the entry.
    input.since === undefined ? LOWEST_ID : lowestIdOf(new Date(input.since)),
    ...[input.storeId ?? null, ...(itemKey === undefined ? [] : [itemKey])],
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
