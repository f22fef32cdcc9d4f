import type { Sql } from "@highstreet/db";
import { isVisibleIn } from "../../../core/items/index.ts";
import { eventData } from "../../../core/log/index.ts";
import { isId, newId } from "../../../kernel/ids.ts";
import type { Affected } from "../dry-run.schema.ts";
import {
  appendedCountsSql,
  appendedEventsSql,
  channelStatesSql,
  itemStatesSql,
  logsSql,
  MAX_LISTED,
  touchedItemsSql,
  type WrittenRow,
  writtenSql,
} from "../effects.sql.ts";

export interface Logs {
  retailerId: string;
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

/** What decides which channels show an item, and a digest of all its values. */
export interface ItemState {
  storeId: string;
  itemKey: string;
  hidden: boolean;
  channels: string[] | null;
  paused: string[] | null;
  digest: string;
}

export interface ChannelState {
  storeId: string;
  channel: "search" | "local_ads" | "webhooks";
  digest: string;
}

interface Appended {
  storeId: string;
  count: number;
  /** Neither pings nor changes of the webhooks channel. */
  news: number;
}

/** The changes of a retailer in a transaction. Their size does not grow with a feed. */
export interface Effects {
  retailerId: string;
  logs: Logs;
  /** With items or logs that the call touched, or named. */
  stores: string[];
  /** Those that the call or its records name. */
  named: string[];
  appended: Appended[];
  /** The first 1,000, by store and sequence. */
  events: AppendedEvent[];
  /** At most 1,000, by `itemId`. The stores take turns in this sample. */
  items: Map<string, ItemState>;
  channels: ChannelState[];
}

interface Touched {
  storeId: string;
  itemKey: string;
}

const itemId = ({ storeId, itemKey }: Touched): string => `${storeId} ${itemKey}`;

/** An invalid id has no stores. */
export async function readLogs(sql: Sql, retailerId: string): Promise<Logs | undefined> {
  if (!isId(retailerId)) return undefined;
  const stores = await sql.query<{ storeId: string; next: number }>(logsSql, [retailerId]);
  return { retailerId, next: new Map(stores.map(({ storeId, next }) => [storeId, next])) };
}

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

/** @param before the ends of the logs at the start of the transaction */
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
    retailerId,
    ofItems.map((edit) => edit.storeId),
    ofItems.map((edit) => edit.itemKey),
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
    retailerId,
    logs: before,
    stores,
    named: [...named],
    appended: logged,
    events: first,
    items,
    channels: await readChannels(tx, retailerId, stores),
  };
}

export interface Before {
  items: ReadonlyMap<string, ItemState>;
  channels: ChannelState[];
}

const isSeen = (item: ItemState | undefined, channel: string): boolean =>
  item !== undefined && isVisibleIn(item, channel);

const idOf = ({ storeId, channel }: ChannelState): string => `${storeId} ${channel}`;

export interface View {
  /** For an upload key, which sees no product data. */
  onlyStore?: string | undefined;
}

/**
 * Each channel receives changes of its own record, webhooks receive events, and search and ads changes of items that they show before or
 * after.
 */
export function assess(effects: Effects, before: Before, { onlyStore }: View): Affected {
  const isShown = ({ storeId }: { storeId: string }): boolean => onlyStore === undefined || storeId === onlyStore;
  const changed = [...effects.items].flatMap(([id, now]) => {
    const was = before.items.get(id);
    return was?.digest === now.digest ? [] : [{ storeId: now.storeId, was, now }];
  });
  const appended = effects.appended.filter(isShown);
  const news = new Set(appended.filter((store) => store.news > 0).map((store) => store.storeId));
  const changedIn = Map.groupBy(changed, (item) => item.storeId);

  const digests = new Map(before.channels.map((row) => [idOf(row), row.digest]));
  const now = new Map(effects.channels.map((row) => [idOf(row), row]));
  const all = new Map([...before.channels.map((row) => [idOf(row), row] as const), ...now]);
  const channels = [...all.values()]
    .filter((row) => {
      const { storeId, channel } = row;
      if (!isShown(row)) return false;
      if (now.get(idOf(row))?.digest !== digests.get(idOf(row))) return true;
      if (channel === "webhooks") return news.has(storeId);
      return changedIn.get(storeId)?.some((item) => isSeen(item.was, channel) || isSeen(item.now, channel)) ?? false;
    })
    .map(({ storeId, channel }) => ({ storeId, channel }))
    .sort((a, b) => (`${a.storeId} ${a.channel}` < `${b.storeId} ${b.channel}` ? -1 : 1));

  const touched = [...effects.named.map((storeId) => ({ storeId })), ...appended, ...changed, ...channels];
  const stores = [...new Set(touched.filter(isShown).map(({ storeId }) => storeId))]
    .filter((storeId) => effects.logs.next.has(storeId))
    .sort();
  const events = effects.events.filter(isShown).map((event) => ({
    storeId: event.storeId,
    action: event.action,
    data: JSON.parse(eventData(event, onlyStore === undefined)),
  }));
  const counts = {
    stores: stores.length,
    channels: channels.length,
    events: appended.reduce((sum, store) => sum + store.count, 0),
  };
  return {
    stores: stores.slice(0, MAX_LISTED),
    channels: channels.slice(0, MAX_LISTED),
    events,
    counts,
    truncated: counts.stores > MAX_LISTED || counts.channels > MAX_LISTED || counts.events > events.length,
  };
}
