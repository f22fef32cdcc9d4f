import type { Sql } from "@highstreet/db";
import { isId, newId } from "../ids.ts";
import { effectiveItem } from "../products/index.ts";

/** Where the stores' logs ended before the call. */
export interface Logs {
  retailerId: string;
  /** By store: the sequence that its next event was to get. */
  next: ReadonlyMap<string, number>;
}

interface AppendedEvent {
  storeId: string;
  action: string;
  subject: string;
  /** JSON, of `data` and of `data.product`. */
  data: string;
  product: string | null;
}

/** What decides where an item is shown, and a digest of all that is shown of it. */
export interface ItemState {
  storeId: string;
  itemKey: string;
  hidden: boolean;
  channels: string[] | null;
  digest: string;
}

export interface ChannelState {
  storeId: string;
  channel: "search" | "local_ads" | "webhooks";
  digest: string;
}

/** Maximum number of events and of touched items that a dry run reads. */
export const MOST = 1_000;

/** The events that the call appended to the log of a store. */
interface Appended {
  storeId: string;
  /** Number of events. */
  count: number;
  /** Number of these events that are neither pings nor changes of the webhooks channel. */
  news: number;
}

/** The changes of a retailer in the current transaction. Their size does not grow with a feed. */
export interface Effects {
  retailerId: string;
  logs: Logs;
  /** Stores that the call or its records name, or whose items or logs it touched. */
  stores: string[];
  /** Of them, those that the call itself is about. */
  named: string[];
  appended: Appended[];
  /** The first `MOST` events of the stores, by store and sequence. */
  events: AppendedEvent[];
  /** At most `MOST` touched items with their new values, by `itemId`. The stores take turns in this sample. */
  items: Map<string, ItemState>;
  channels: ChannelState[];
}

/** Rows that this transaction wrote. */
const mine = (alias: string): string => `${alias}.xmin = pg_current_xact_id()::xid`;

const logs = `SELECT store_id AS "storeId", next_sequence AS next FROM store WHERE retailer_id = $1`;

const edits = `SELECT store_id AS "storeId", item_key AS "itemKey" FROM history_entry h
  WHERE retailer_id = $1 AND history_id >= $2 AND ${mine("h")}`;

/** Stores that the call's ingests belong to; null for product data. */
const ingests = `SELECT store_id AS "storeId" FROM ingest i
  WHERE retailer_id = $1 AND ingest_id >= $2 AND ${mine("i")}`;

const appendedEvents = `
  FROM unnest($2::uuid[], $3::bigint[]) log (store_id, next)
  JOIN store_event e ON e.retailer_id = $1 AND e.store_id = log.store_id AND e.sequence >= log.next
  WHERE ${mine("e")}`;

const appended = `
  SELECT e.store_id AS "storeId", count(*)::int AS count,
         (count(*) FILTER (WHERE e.action <> 'webhook.enabled' AND e.subject <> 'channel:webhooks'))::int AS news
  ${appendedEvents} GROUP BY e.store_id`;

const events = `
  SELECT e.store_id AS "storeId", e.action, e.subject, e.data, e.product
  ${appendedEvents} ORDER BY e.store_id, e.sequence LIMIT ${MOST}`;

/**
 * Items of customizations ($2, $3), items written in the stores of feeds ($4), and items of product data ($5). Each store gives
 * one item before any store gives a second, so that few items cover many stores.
 */
const touched = `
  SELECT "storeId", "itemKey" FROM (
    SELECT store_id AS "storeId", item_key AS "itemKey", row_number() OVER (PARTITION BY store_id ORDER BY item_key) AS place
    FROM (
      SELECT i.store_id, i.item_key
      FROM unnest($2::uuid[], $3::text[]) w (store_id, item_key)
      JOIN store s ON s.retailer_id = $1 AND (w.store_id IS NULL OR s.store_id = w.store_id)
      JOIN stock_item i ON i.retailer_id = $1 AND i.store_id = s.store_id AND i.item_key = w.item_key
      UNION
      SELECT i.store_id, i.item_key FROM stock_item i
      WHERE i.retailer_id = $1 AND i.store_id = ANY ($4::uuid[]) AND ${mine("i")}
      UNION
      SELECT i.store_id, i.item_key FROM product p
      JOIN stock_item i ON i.retailer_id = p.retailer_id AND i.item_key = p.item_key
      WHERE $5 AND p.retailer_id = $1 AND ${mine("p")}
    ) item
  ) item ORDER BY place, "storeId" LIMIT ${MOST}`;

const states = `
  SELECT e.store_id AS "storeId", e.item_key AS "itemKey", e.hidden, e.channels,
         md5(ROW(e.status, e.quantity, e.price, e.currency, e.condition, e.hidden, e.channels, e.title, e.description,
                 e.brand, e.images, e.category, e.color, e.size, e.group_id)::text) AS digest
  FROM unnest($2::uuid[], $3::text[]) n (store_id, item_key)
  JOIN ${effectiveItem} e ON e.retailer_id = $1 AND e.store_id = n.store_id AND e.item_key = n.item_key`;

const channels = `SELECT store_id AS "storeId", channel, md5(c::text) AS digest FROM channel c
  WHERE retailer_id = $1 AND store_id = ANY ($2::uuid[]) ORDER BY store_id, channel`;

interface Touched {
  storeId: string;
  itemKey: string;
}

const itemId = ({ storeId, itemKey }: Touched): string => `${storeId} ${itemKey}`;

/** Where the retailer's logs end. An id that is none has no stores. */
export async function readLogs(sql: Sql, retailerId: string): Promise<Logs | undefined> {
  if (!isId(retailerId)) return undefined;
  const rows = await sql.query<{ storeId: string; next: number }>(logs, [retailerId]);
  return { retailerId, next: new Map(rows.map(({ storeId, next }) => [storeId, next])) };
}

/** Items as they show. @param ids of `itemId` */
export async function readItems(sql: Sql, retailerId: string, ids: Iterable<string>): Promise<Map<string, ItemState>> {
  const keys = Array.from(ids, (id) => [id.slice(0, 36), id.slice(37)]);
  const rows = await sql.query<ItemState>(states, [
    retailerId,
    keys.map(([store]) => store),
    keys.map(([, key]) => key),
  ]);
  return new Map(rows.map((row) => [itemId(row), row]));
}

export function readChannels(sql: Sql, retailerId: string, storeIds: string[]): Promise<ChannelState[]> {
  return sql.query<ChannelState>(channels, [retailerId, storeIds]);
}

/** The least id that `newId` makes from this moment on. */
const firstId = (now: Date): string => `${newId(now).slice(0, 13)}-7000-8000-000000000000`;

/** Reads, inside a transaction, what it has written. @param before where the logs ended when it began, at `started` */
export async function readEffects(
  tx: Sql,
  { retailerId, storeId }: { retailerId: string; storeId?: string },
  before: Logs,
  started: Date,
): Promise<Effects> {
  const since = [retailerId, firstId(started)];
  const log = [retailerId, [...before.next.keys()], [...before.next.values()]];
  const edited = await tx.query<{ storeId: string | null; itemKey: string | null }>(edits, since);
  const taken = await tx.query<{ storeId: string | null }>(ingests, since);
  const logged = await tx.query<Appended>(appended, log);
  const first = await tx.query<AppendedEvent>(events, log);
  const ofItems = edited.filter(({ itemKey }) => itemKey !== null);
  const pairs = await tx.query<Touched>(touched, [
    ...[retailerId, ofItems.map((edit) => edit.storeId), ofItems.map((edit) => edit.itemKey)],
    taken.flatMap((ingest) => ingest.storeId ?? []),
    taken.some((ingest) => ingest.storeId === null),
  ]);
  const named = new Set([
    ...(storeId === undefined ? [] : [storeId.toLowerCase()]),
    ...[...edited, ...taken].flatMap((write) => write.storeId ?? []),
  ]);
  const stores = [
    ...new Set([...named, ...logged.map((store) => store.storeId), ...pairs.map((pair) => pair.storeId)]),
  ];
  const items = await readItems(tx, retailerId, pairs.map(itemId));
  return {
    ...{ retailerId, logs: before, stores, named: [...named], appended: logged, events: first, items },
    channels: await readChannels(tx, retailerId, stores),
  };
}
