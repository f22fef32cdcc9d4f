import type { Sql } from "@highstreet/db";
import { isId, newId } from "../../../kernel/ids.ts";
import {
  appendedCountsSql,
  appendedEventsSql,
  channelStatesSql,
  itemStatesSql,
  logsSql,
  touchedItemsSql,
  type WrittenRow,
  writtenSql,
} from "../effects.sql.ts";

/** The ends of the stores' logs before the call. */
export interface Logs {
  retailerId: string;
  /** The sequence of the next event, by store. */
  next: ReadonlyMap<string, number>;
}

interface AppendedEvent {
  storeId: string;
  action: string;
  subject: string;
  /** JSON of `data`, and of `data.product`. */
  data: string;
  product: string | null;
}

/** The values that decide which channels show an item, and a digest of all its values. */
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
  /** Stores that the call or its records name, and stores with items or logs that the call touched. */
  stores: string[];
  /** The stores among them that the call or its records name. */
  named: string[];
  appended: Appended[];
  /** The first 1,000 events of the stores, by store and sequence. */
  events: AppendedEvent[];
  /** At most 1,000 touched items with their new values, by `itemId`. The stores take turns in this sample. */
  items: Map<string, ItemState>;
  channels: ChannelState[];
}

interface Touched {
  storeId: string;
  itemKey: string;
}

const itemId = ({ storeId, itemKey }: Touched): string => `${storeId} ${itemKey}`;

/** Reads the ends of the logs of a retailer's stores. An invalid id has no stores. */
export async function readLogs(sql: Sql, retailerId: string): Promise<Logs | undefined> {
  if (!isId(retailerId)) return undefined;
  const stores = await sql.query<{ storeId: string; next: number }>(logsSql, [retailerId]);
  return { retailerId, next: new Map(stores.map(({ storeId, next }) => [storeId, next])) };
}

/** Reads the states of items. @param ids see `itemId` */
export async function readItems(sql: Sql, retailerId: string, ids: Iterable<string>): Promise<Map<string, ItemState>> {
  const keys = Array.from(ids, (id) => [id.slice(0, 36), id.slice(37)]);
  const rows = await sql.query<ItemState>(itemStatesSql, [
    retailerId,
    keys.map(([store]) => store),
    keys.map(([, key]) => key),
  ]);
  return new Map(rows.map((row) => [itemId(row), row]));
}

export function readChannels(sql: Sql, retailerId: string, storeIds: string[]): Promise<ChannelState[]> {
  return sql.query<ChannelState>(channelStatesSql, [retailerId, storeIds]);
}

/** The smallest id that `newId` can create at this time. */
const firstId = (now: Date): string => `${newId(now).slice(0, 13)}-7000-8000-000000000000`;

/** Reads the changes of a transaction inside it. @param before the ends of the logs at its start, `started` */
export async function readEffects(
  tx: Sql,
  { retailerId, storeId }: { retailerId: string; storeId?: string },
  before: Logs,
  started: Date,
): Promise<Effects> {
  const since = [retailerId, firstId(started)];
  const log = [retailerId, [...before.next.keys()], [...before.next.values()]];
  const written = await tx.query<WrittenRow>(writtenSql, since);
  const logged = await tx.query<Appended>(appendedCountsSql, log);
  const first = await tx.query<AppendedEvent>(appendedEventsSql, log);
  const ofItems = written.filter(({ itemKey }) => itemKey !== null);
  const taken = written.filter(({ isIngest }) => isIngest);
  const hasProducts = taken.some((ingest) => ingest.storeId === null);
  const pairs = await tx.query<Touched>(touchedItemsSql(hasProducts), [
    ...[retailerId, ofItems.map((edit) => edit.storeId), ofItems.map((edit) => edit.itemKey)],
    taken.flatMap((ingest) => ingest.storeId ?? []),
  ]);
  const named = new Set([
    ...(storeId === undefined ? [] : [storeId.toLowerCase()]),
    ...written.flatMap((write) => write.storeId ?? []),
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
