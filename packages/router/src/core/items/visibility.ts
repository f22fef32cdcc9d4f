/** What decides whether a channel shows an item: its effective values. */
export interface Shown {
  hidden: boolean;
  /** null: every channel. */
  channels: readonly string[] | null;
}

/** Whether a channel shows an item. `visibleIn` is the same rule in SQL. */
export function isVisibleIn({ hidden, channels }: Shown, channel: string): boolean {
  return !hidden && isSelected(channels, channel);
}

/** Whether a channel is among the channels of an item. */
export function isSelected(channels: Shown["channels"], channel: string): boolean {
  return channels?.includes(channel) ?? true;
}
