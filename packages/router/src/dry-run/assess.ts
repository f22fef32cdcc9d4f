import { eventData } from "../events/index.ts";
import type { Affected } from "./dry-run.schema.ts";
import type { AppendedEvent, ChannelState, Effects, ItemState } from "./read-effects.ts";

/** What the call had touched, as it was before. */
export interface Before {
  items: ReadonlyMap<string, ItemState>;
  channels: ChannelState[];
}

const isSeen = (item: ItemState | undefined, channel: string): boolean =>
  item !== undefined && !item.hidden && (item.channels?.includes(channel) ?? true);

/** Pings, and what happens to the webhooks channel, are no news of the store (contract §6). */
const isNews = ({ action, subject }: AppendedEvent): boolean =>
  action !== "webhook.enabled" && subject !== "channel:webhooks";

const idOf = ({ storeId, channel }: ChannelState): string => `${storeId} ${channel}`;

/**
 * Who would notice. A channel is told when its own record changes; webhooks when there are events; search and ads when
 * something changes of an item that they show, before or after.
 */
export function assess(effects: Effects, before: Before): Affected {
  const changed = [...effects.items].flatMap(([id, now]) => {
    const was = before.items.get(id);
    return was?.digest === now.digest ? [] : [{ storeId: now.storeId, was, now }];
  });
  const news = new Set(effects.events.filter(isNews).map((event) => event.storeId));
  const changedIn = Map.groupBy(changed, (item) => item.storeId);

  const digests = new Map(before.channels.map((row) => [idOf(row), row.digest]));
  const now = new Map(effects.channels.map((row) => [idOf(row), row]));
  const all = new Map([...before.channels.map((row) => [idOf(row), row] as const), ...now]);
  const told = [...all.values()].filter((row) => {
    const { storeId, channel } = row;
    if (now.get(idOf(row))?.digest !== digests.get(idOf(row))) return true;
    if (channel === "webhooks") return news.has(storeId);
    return changedIn.get(storeId)?.some((item) => isSeen(item.was, channel) || isSeen(item.now, channel)) ?? false;
  });

  const stores = [effects.named, effects.events, changed, told].flatMap((list) =>
    list.map((entry) => (typeof entry === "string" ? entry : entry.storeId)),
  );
  return {
    stores: [...new Set(stores)].filter((storeId) => effects.logs.next.has(storeId)).sort(),
    channels: told
      .map(({ storeId, channel }) => ({ storeId, channel }))
      .sort((a, b) => (`${a.storeId} ${a.channel}` < `${b.storeId} ${b.channel}` ? -1 : 1)),
    events: effects.events.map((event) => ({
      storeId: event.storeId,
      action: event.action,
      data: JSON.parse(eventData(event, true)),
    })),
  };
}
