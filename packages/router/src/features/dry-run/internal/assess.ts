import { isVisibleIn } from "../../../core/items/index.ts";
import { eventData } from "../../../core/log/index.ts";
import type { Affected } from "../dry-run.schema.ts";
import { MOST } from "../effects.sql.ts";
import type { ChannelState, Effects, ItemState } from "./read-effects.ts";

/** The touched items and channels before the call. */
export interface Before {
  items: ReadonlyMap<string, ItemState>;
  channels: ChannelState[];
}

const isSeen = (item: ItemState | undefined, channel: string): boolean =>
  item !== undefined && isVisibleIn(item, channel);

const idOf = ({ storeId, channel }: ChannelState): string => `${storeId} ${channel}`;

/** The parts of the effects that the caller may see. */
export interface View {
  /** For an upload key: the only store to show, without product data. */
  onlyStore?: string | undefined;
}

/**
 * The channels that would receive the change. Each channel receives changes of its own record. Webhooks receive events. Search and
 * ads receive changes of items that they show before or after the change.
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
    stores: stores.slice(0, MOST),
    channels: channels.slice(0, MOST),
    events,
    counts,
    truncated: counts.stores > MOST || counts.channels > MOST || counts.events > events.length,
  };
}
