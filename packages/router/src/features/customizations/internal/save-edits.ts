import type { SqlTx } from "@highstreet/db";
import { cleanDescription } from "@highstreet/feeds";
import { holdRetailer, shopTime } from "../../../access/find-retailer.ts";
import type { ChannelId, NotShownIn } from "../../../core/channels/channel.schema.ts";
import { resolveChannel } from "../../../core/channels/index.ts";
import { authorOf, entryValues } from "../../../core/history/index.ts";
import { basicHtml } from "../../../core/items/index.ts";
import { lockStores, publishItemChanges } from "../../../core/log/index.ts";
import { settleItems } from "../../../core/rules/index.ts";
import { storeNotFound } from "../../../core/stores/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { validationFailed } from "../../../kernel/errors.ts";
import { isId, newId } from "../../../kernel/ids.ts";
import { checkVersion } from "../../../kernel/if-match.ts";
import { markListings } from "../../listings/index.ts";
import type { Customization, Edits } from "../customizations.schema.ts";
import { editedFields, type MergedRow, mergeEditsSql } from "../customizations.sql.ts";
import { checkChannels, findUntitled, needsTitle, untitled } from "./check-edits.ts";

/** All stores: `storeId` null. */
export interface Edit {
  storeId: string | null;
  itemKey: string;
  /** null: the spelling of the stock. The edit is left out if no store has the item. */
  barcode: string | null;
  /** As of {@link cleaned}. */
  edits: Edits;
}

interface PlannedEdit extends Edit {
  place: number;
  channels: ChannelId[];
}

/** What rules look at. */
const facts = ["title", "description", "brand", "image"] as const;

interface MergedEdit extends PlannedEdit, Pick<MergedRow, "previous" | "customization"> {}

export interface SavedEdit {
  created: boolean;
  customization: Customization;
}

const invalid = (pointer: string, message: string) => validationFailed([{ pointer, code: "InvalidValue", message }]);

/** The descriptions as basic HTML. @throws ValidationFailed */
export function cleaned<Some extends Edits>(edits: Some, clean = cleanDescription, at = ""): Some {
  const { description } = edits;
  const search = edits.for?.search;
  const html = search?.description && basicHtml(search.description, `${at}/for/search/description`, clean);
  return {
    ...edits,
    ...(description && { description: basicHtml(description, `${at}/description`, clean) }),
    ...(html && { for: { search: { ...search, description: html } } }),
  };
}

/** The values of an edit by the fields of `editedFields`. */
export function valuesOf({ for: others, ...edits }: Edits): Partial<Record<(typeof editedFields)[number], unknown>> {
  if (others === undefined) return edits;
  const search = others?.search ?? { title: null, description: null, image: null, pickup: null };
  return {
    ...edits,
    ...("title" in search && { searchTitle: search.title }),
    ...("description" in search && { searchDescription: search.description }),
    ...("image" in search && { searchImage: search.image }),
    ...("pickup" in search && { searchPickup: search.pickup }),
  };
}

/** A limit hides the product. An edit that names `hidden` without one ends the limits. @throws ValidationFailed */
export function withLimits<Some extends Edits>(edits: Some, now: Date, at = ""): Some {
  const { hidden, hiddenUntil, hiddenWhile } = edits;
  if (hiddenUntil && new Date(hiddenUntil) <= now) throw invalid(`${at}/hiddenUntil`, "must be in the future");
  if (hiddenUntil || hiddenWhile) {
    if ("hidden" in edits && hidden !== true)
      throw invalid(`${at}/hidden`, "must be true with hiddenUntil or hiddenWhile, or be left out");
    return { ...edits, hidden: true };
  }
  return "hidden" in edits ? { ...edits, hiddenUntil: null, hiddenWhile: null } : edits;
}

/** @throws StoreNotFound, UnknownChannel, ValidationFailed */
function plan(edit: Edit, place: number, now: Date): PlannedEdit {
  if (edit.storeId !== null && !isId(edit.storeId)) throw storeNotFound();
  const edits = withLimits(edit.edits, now);
  const channels = [...new Set(edits.channels?.map(resolveChannel))];
  return { ...edit, place, channels, edits: edits.channels ? { ...edits, channels } : edits };
}

/** Keys sort in the order of all writers: by item, the customization for all stores first. */
const keyOf = ({ itemKey, storeId }: Pick<Edit, "itemKey" | "storeId">): string => `${itemKey}\0${storeId ?? ""}`;

/** One statement can merge both: they change different customizations and name the same fields. */
function canShare(edit: Edit, next: Edit): boolean {
  if (edit.itemKey === next.itemKey && (edit.storeId === null || edit.storeId === next.storeId)) return false;
  const [one, other] = [valuesOf(edit.edits), valuesOf(next.edits)];
  return editedFields.every((field) => field in one === field in other);
}

/** In the order in which rows are locked, so only neighbours share a statement. */
function statementsOf(edits: PlannedEdit[]): PlannedEdit[][] {
  const keyed = edits.map((edit) => ({ edit, key: keyOf(edit) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key === b.key ? 0 : 1));
  const statements: PlannedEdit[][] = [];
  for (const { edit } of keyed) {
    const shared = statements.at(-1);
    const last = shared?.at(-1);
    if (shared && last && canShare(last, edit)) shared.push(edit);
    else statements.push([edit]);
  }
  return statements;
}

async function merge(
  ctx: Context,
  tx: SqlTx,
  retailerId: string,
  planned: PlannedEdit[],
  keepsEmpty: boolean,
): Promise<MergedEdit[]> {
  const byPerson = authorOf(ctx).kind === "staff";
  const records = planned.map(({ itemKey, storeId, barcode, edits }) => ({
    itemKey,
    storeId,
    barcode,
    byPerson,
    keepsEmpty,
    ...valuesOf(edits),
  }));
  const named = editedFields.filter((field) => records.some((record) => field in record));
  const values = [...entryValues(ctx, retailerId), JSON.stringify(records), named];
  const rows = new Map((await tx.query<MergedRow>(mergeEditsSql, values)).map((row) => [keyOf(row), row]));
  return planned.flatMap((edit) => {
    const row = rows.get(keyOf(edit));
    return row ? { ...edit, previous: row.previous, customization: row.customization } : [];
  });
}

export interface SaveOptions {
  /** Adds the place in the list to the error of an edit. */
  errorOf?: (place: number, error: unknown) => unknown;
  /** Own texts may stay without a title. */
  skipsTitles?: boolean;
  /** An edit without a value makes a customization, because the caller gets it. */
  keepsEmpty?: boolean;
}

/**
 * Creates or edits customizations, records them in the history, and publishes the changes. All edits use it: PATCH, POST, bulk edits and
 * imports. Edits of the same customization are made in their order.
 * @returns the saved edits in the order of the list
 * @throws UnknownChannel, PreconditionFailed, ValidationFailed, StoreNotFound, ChannelNotEnabledForStore, IncompleteCustomData
 */
export async function saveEdits(
  ctx: Context,
  tx: SqlTx,
  retailerId: string,
  edits: Edit[],
  { errorOf = (_, error) => error, skipsTitles = false, keepsEmpty = false }: SaveOptions = {},
): Promise<SavedEdit[]> {
  const now = ctx.now();
  const hasEnds = edits.some((edit) => edit.edits.hiddenUntil);
  const today = hasEnds ? await shopTime(tx, retailerId, now) : now;
  const planned = edits.map((edit, place) => {
    try {
      return plan(edit, place, today);
    } catch (error) {
      throw errorOf(place, error);
    }
  });
  const inside = { ...ctx, operationId: ctx.operationId ?? newId(now) };
  const isForAll = edits.some(({ storeId }) => storeId === null);
  const named = [...new Set(edits.flatMap(({ storeId }) => storeId ?? []))];
  // Together. PostgreSQL locks in the order of this list.
  const [, merging, stores] = await Promise.all([
    holdRetailer(tx, retailerId),
    Promise.all(statementsOf(planned).map((shared) => merge(inside, tx, retailerId, shared, keepsEmpty))),
    lockStores(tx, retailerId, isForAll ? null : named),
  ]);
  const storeIds = stores.map(({ storeId }) => storeId);
  const merged = merging.flat().sort((a, b) => a.place - b.place);
  for (const { previous } of merged) checkVersion(ctx, previous?.version ?? 0);
  const notShownIn = await checkPlaces(tx, { retailerId, storeIds }, planned, merged, errorOf);
  if (!skipsTitles) {
    const adding = merged.filter(({ previous, customization }) => needsTitle(previous, customization));
    const found = await findUntitled(tx, retailerId, adding);
    if (found) throw errorOf(found.place, untitled());
  }
  const items = { storeIds, itemKeys: [...new Set(planned.map(({ itemKey }) => itemKey))] };
  if (edits.some((edit) => facts.some((field) => field in edit.edits))) {
    await settleItems(tx, retailerId, { stores, itemKeys: items.itemKeys }, now);
  }
  await Promise.all([publishItemChanges(tx, retailerId, items, now), markListings(tx, retailerId, items, now)]);
  return merged.map((edit) => {
    const missing = notShownIn(edit);
    return {
      created: !edit.previous,
      customization: { ...edit.customization, ...(missing && { notShownIn: missing }) },
    };
  });
}

/**
 * Checks each combination of store and channels once. A record keeps a channel that was removed later, so it can be sent back.
 * @param storeIds the locked stores: all existing stores of the edits
 * @returns a function that gives the stores without a channel of an edit for all stores
 * @throws StoreNotFound, ChannelNotEnabledForStore
 */
async function checkPlaces(
  tx: SqlTx,
  { retailerId, storeIds }: { retailerId: string; storeIds: string[] },
  edits: PlannedEdit[],
  merged: MergedEdit[],
  errorOf: (place: number, error: unknown) => unknown,
): Promise<(edit: PlannedEdit) => NotShownIn | undefined> {
  const locked = new Set(storeIds);
  const checked = new Map<string, NotShownIn | undefined>();
  const before = new Map(merged.map(({ place, previous }) => [place, previous?.channels]));
  const isKept = ({ place, channels }: PlannedEdit): boolean =>
    JSON.stringify(channels.toSorted()) === JSON.stringify(before.get(place)?.toSorted());
  const checkOf = (edit: PlannedEdit): string => `${edit.storeId} ${edit.channels} ${isKept(edit)}`;
  for (const edit of edits) {
    const { place, storeId, channels } = edit;
    if (checked.has(checkOf(edit))) continue;
    try {
      if (storeId !== null && !locked.has(storeId)) throw storeNotFound();
      checked.set(checkOf(edit), await checkChannels(tx, { retailerId, storeId }, channels, isKept(edit)));
    } catch (error) {
      throw errorOf(place, error);
    }
  }
  return (edit) => checked.get(checkOf(edit));
}
