import { createHash } from "node:crypto";
import type { SqlTx } from "@highstreet/db";
import { findRetailer } from "../../access/find-retailer.ts";
import { existingKeys, findItem, findItems } from "../../core/items/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError, validationFailed } from "../../kernel/errors.ts";
import { editItems, planEdit as planItems } from "../customizations/index.ts";
import { selectProducts } from "../shelf/index.ts";
import { presentOperation } from "./get-operation.ts";
import { startOperation } from "./internal/start-operation.ts";
import type { BulkFilter, EditByFilter, EditPlan, Operation, PlanEdit } from "./operations.schema.ts";

/** Other items, or another filter, have another token. */
function selectionOf({ storeId, ...filter }: BulkFilter, itemKeys: string[]): string {
  const members = Object.entries({ ...filter, storeId: storeId?.toLowerCase() }).filter(
    ([, value]) => value !== undefined,
  );
  const hash = createHash("sha256").update(JSON.stringify(members.sort()));
  for (const key of itemKeys) hash.update(`\0${key}`);
  return hash.digest("base64url");
}

/** In order. */
async function selectItems(tx: SqlTx, retailerId: string, { barcodes, ...filter }: BulkFilter): Promise<string[]> {
  const found = await selectProducts(tx, retailerId, filter);
  if (!barcodes) {
    if (filter.barcode === undefined)
      await checkOneMeaning(tx, { retailerId, storeId: filter.storeId }, filter.q, found);
    return found;
  }
  const items = await findItems(tx, { retailerId, storeId: filter.storeId }, barcodes);
  const named = new Set(items.map(({ itemKey }) => itemKey));
  return found.filter((key) => named.has(key));
}

type Scope = { retailerId: string; storeId: string | undefined };

/** @throws ValidationFailed for the barcode of a product that is the beginning of others: the caller may mean either */
async function checkOneMeaning(tx: SqlTx, scope: Scope, q = "", found: string[]): Promise<void> {
  const { itemKey } = await findItem(tx, scope, q.trim());
  const others = found.filter((key) => key !== itemKey && (key.startsWith(itemKey) || key.startsWith(q.trim())));
  if (!q.trim() || !others.length || !(await existingKeys(tx, scope, [itemKey])).size) return;
  const message = `is the barcode of one product and the beginning of ${others.length} others: use "barcode" for the one product, or "barcodes" for several`;
  throw validationFailed([{ pointer: "/filter/q", code: "InvalidValue", message }]);
}

async function storeOf(ctx: Context, retailerId: string, { storeId }: BulkFilter): Promise<string | null> {
  return storeId === undefined ? null : (await findStore(ctx, { retailerId, storeId })).storeId;
}

/** Without a lock. @throws StoreNotFound, ChannelNotEnabledForStore */
export async function planEdit(ctx: Context, input: PlanEdit): Promise<EditPlan> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const { filter, edit } = input.body;
  const storeId = await storeOf(ctx, retailerId, filter);
  const { itemKeys, planned, replaced, notShownIn } = await ctx.db.sqlTransaction("no shop", async (tx) => {
    const itemKeys = await selectItems(tx, retailerId, filter);
    return { itemKeys, ...(await planItems(tx, { retailerId, storeId, itemKeys }, edit, ctx.now())) };
  });
  const events = planned.reduce((sum, row) => sum + row.events, 0);
  if (ctx.reportEffects) {
    const stores = planned.map((row) => row.storeId);
    const rows = await ctx.db.prisma.channel.findMany({ where: { retailerId, storeId: { in: stores } } });
    const withEvents = new Set(planned.filter((row) => row.events > 0).map((row) => row.storeId));
    const channels = rows.filter((row) => row.channel !== "webhooks" || withEvents.has(row.storeId));
    ctx.reportEffects({ stores, channels: channels.map(({ storeId, channel }) => ({ storeId, channel })), events });
  }
  const counts = { products: itemKeys.length, stores: planned.length, events };
  return { ...counts, ownSettings: { replaced }, notShownIn, selection: selectionOf(filter, itemKeys) };
}

/** Selecting 100,000 items, and storing their keys. */
const STATEMENT_MS = 60_000;

/**
 * A dry run only counts the products.
 * @throws ValidationFailed without a selection; ChangedSince if the filter finds other products now; StoreNotFound, UnknownChannel,
 *   ChannelNotEnabledForStore, QuotaExceeded
 */
export async function editByFilter(ctx: Context, input: EditByFilter): Promise<Operation | EditPlan> {
  if (ctx.isDryRun) return planEdit(ctx, input);
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const { filter, edit, selection } = input.body;
  if (selection === undefined) {
    const message = "is missing: take it from a dry run (?dryRun=true), which counts the products first";
    throw validationFailed([{ pointer: "/selection", code: "Required", message }]);
  }
  const storeId = await storeOf(ctx, retailerId, filter);
  return ctx.db.transaction(
    { retailerId },
    async (tx) => {
      const itemKeys = await selectItems(tx, retailerId, filter);
      if (selectionOf(filter, itemKeys) !== selection) {
        const detail = `The filter finds other products now: ${itemKeys.length}. Make the dry run again.`;
        throw new DomainError("ChangedSince", detail, { products: itemKeys.length });
      }
      const target = { retailerId, storeId, itemKeys };
      // The worker has no caller who could correct them.
      const { notShownIn } = await planItems(tx, { ...target, itemKeys: [] }, edit, ctx.now());
      const started = { retailerId, kind: "edit", storeId, filter, edit } as const;
      const row = await startOperation(ctx, tx, started, itemKeys, (inside) => editItems(inside, tx, target, edit));
      return { ...presentOperation(row), ...(notShownIn && { notShownIn }) };
    },
    { statementMs: STATEMENT_MS },
  );
}
