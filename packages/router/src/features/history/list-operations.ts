import type { Sql } from "@highstreet/db";
import { findRetailer } from "../../access/find-retailer.ts";
import { historyActions } from "../../core/history/history-entry.schema.ts";
import { isRevertible, isRuleChange } from "../../core/history/is-revertible.schema.ts";
import { findItems } from "../../core/items/index.ts";
import type { Context } from "../../kernel/context.ts";
import { lowestIdOf } from "../../kernel/ids.ts";
import {
  cursorToId,
  HIGHEST_ID,
  LOWEST_ID,
  type PageResult,
  type Scanned,
  scanPage,
  windowOf,
} from "../../kernel/paging.ts";
import { sanitizeForPostgres } from "../../kernel/text.ts";
import {
  type HistoryOperation,
  historyKinds,
  type ListHistoryOperations,
  type NameProducts,
} from "./history.schema.ts";
import { type EntryRow, namesOfKeys, presentEntry } from "./list-history.ts";
import { countEntriesSql, type EntriesRow, listOperationsSql, titlesSql } from "./operations.sql.ts";

type Filter = NonNullable<HistoryOperation["bulk"]>["filter"];
type LeadRow = Omit<EntryRow, "operationId" | "requestId">;

/**
 * The history by operations, the newest first: what one call has changed is one row. Filters by actor and kind look at its first entry.
 * @throws RetailerNotFound
 */
export async function listHistoryOperations(
  ctx: Context,
  input: ListHistoryOperations,
): Promise<PageResult<HistoryOperation>> {
  const { retailerId, partnerId } = await findRetailer(ctx, input.retailerId);
  const { since, until, operationId, kind, storeId, actor } = input;
  const filters = [
    operationId ?? (since === undefined ? LOWEST_ID : lowestIdOf(new Date(since))),
    operationId ? nextId(operationId) : until === undefined ? HIGHEST_ID : lowestIdOf(new Date(until)),
    actor === undefined ? null : sanitizeForPostgres(actor),
    kind ? historyActions.filter((one) => historyKinds[kind].some((start) => one.startsWith(start))) : null,
    storeId ?? null,
  ];
  const { data, ...neighbours } = await scanPage<LeadRow & { key: string }>(
    input.page,
    ({ key }) => key,
    async (position, candidates, limit) => {
      const values = [retailerId, cursorToId(position) ?? HIGHEST_ID, candidates, limit, ...filters];
      const statement = position?.back ? listOperationsSql.back : listOperationsSql.newestFirst;
      const rows = await ctx.db.query<Scanned<LeadRow>>(statement, values);
      return windowOf(rows as Scanned<LeadRow & { key: string }>[], candidates);
    },
  );
  const ids = data.map(({ key }) => key);
  const [names, counts, bulks, ingests, stores] = await Promise.all([
    namesOfKeys(ctx, partnerId, data),
    ctx.db.query<EntriesRow>(countEntriesSql, [retailerId, ids, storeId ?? null]),
    ctx.db.prisma.operation.findMany({ where: { retailerId, OR: [{ id: { in: ids } }, { reverts: { in: ids } }] } }),
    undoable(ctx, retailerId, data),
    storesOf(ctx, retailerId, data),
  ]);
  const barcodes = [...new Set(counts.flatMap((row) => row.barcodes))];
  const named = new Map(
    (await titlesOf(ctx.db, { retailerId, storeId }, barcodes)).map((product) => [product.barcode, product]),
  );
  const operations = data.map((row): HistoryOperation => {
    const { key: id } = row;
    const { entries = 1, products = 0, barcodes: some = [] } = counts.find((one) => one.operationId === id) ?? {};
    const bulk = bulks.find((one) => one.id === id);
    const ingest = ingests.get(row.target.id ?? "");
    const isReverted = bulks.some(
      ({ reverts, status }) => reverts === id && (status === "done" || status === "running"),
    );
    const canRevert = isRevertible(row) && !isReverted;
    const ofFile = ingest?.isOpen ? (row.target.storeId ? "stock" : "products") : null;
    return {
      id,
      lead: presentEntry({ ...row, operationId: id, requestId: "" }, names),
      store: stores.get(row.target.storeId ?? "") ?? null,
      entries,
      products: bulk && bulk.total > products ? bulk.total : products,
      named: some.flatMap((barcode) => named.get(barcode) ?? []),
      bulk: bulk ? { kind: bulk.kind, filter: bulk.filter as Filter, reverts: bulk.reverts } : null,
      undo: canRevert ? "edits" : isRuleChange(row) ? "rule" : ofFile,
      isUndone: isReverted || ingest?.isUndone === true,
    };
  });
  return { data: operations, ...neighbours };
}

const nextId = (id: string): string => (BigInt(`0x${id.replaceAll("-", "")}`) + 1n).toString(16).padStart(32, "0");

/** The feeds among the changes, and whether each can be or was undone. */
async function undoable({ db, now }: Context, retailerId: string, rows: LeadRow[]) {
  const ids = rows.flatMap(({ action, target }) => (action.endsWith(".feed") ? (target.id ?? []) : []));
  const where = { retailerId, id: { in: ids } };
  const found = await db.prisma.ingest.findMany({ where, select: { id: true, header: true } });
  return new Map(
    found.map(({ id, header }) => {
      const { undoUntil = null, undoneAt = null } = header as { undoUntil?: string | null; undoneAt?: string | null };
      return [
        id,
        { isOpen: undoUntil !== null && Date.parse(undoUntil) > now().getTime(), isUndone: undoneAt !== null },
      ];
    }),
  );
}

async function storesOf({ db }: Context, retailerId: string, rows: LeadRow[]) {
  const ids = [...new Set(rows.flatMap(({ target }) => target.storeId ?? []))];
  const select = { id: true, name: true };
  const found = await db.prisma.store.findMany({ where: { retailerId, id: { in: ids } }, select });
  return new Map(found.map((store) => [store.id, store]));
}

type Scope = { retailerId: string; storeId: string | undefined };

async function titlesOf(sql: Sql, { retailerId, storeId }: Scope, barcodes: string[]) {
  const items = await findItems(sql, { retailerId, storeId: undefined }, barcodes);
  const keys = [...new Set(items.map(({ itemKey }) => itemKey))];
  const rows = await sql.query<{ itemKey: string; title: string | null }>(titlesSql, [
    retailerId,
    keys,
    storeId ?? null,
  ]);
  const titles = new Map(rows.map(({ itemKey, title }) => [itemKey, title]));
  return items.map(({ itemKey }, n) => ({ barcode: barcodes[n] as string, title: titles.get(itemKey) ?? null }));
}

/** The titles of products, for the entries of an operation. @throws RetailerNotFound */
export async function nameProducts(ctx: Context, { barcodes, ...input }: NameProducts) {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  return titlesOf(ctx.db, { retailerId, storeId: input.storeId }, barcodes);
}
