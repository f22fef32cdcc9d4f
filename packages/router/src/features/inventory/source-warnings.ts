/** What may keep a source from being taken at its word, in the order in which warnings are shown. */
const sourceWarningIds = ["FeedHeld", "FeedNotFetched"] as const;
export type SourceWarningId = (typeof sourceWarningIds)[number];

/** What each warning says. No moment stands in it: the same trouble again is no change, and tells nobody anew. */
export const sourceWarnings = {
  /** @param emptied items that the feed would take out of stock, of `inStock` */
  feedHeld: ({ emptied, inStock }: { emptied: number; inStock: number }): string =>
    `The last file would take ${emptied.toLocaleString("en")} of ${inStock.toLocaleString("en")} products in stock out of stock, so it waits: accept it if that is right, or send one that is.`,
  /** @param why a sentence */
  feedNotFetched: (why: string, intervalMinutes: number): string =>
    `${why} We retry after 1, 2, 4, … minutes, at most a day apart. After a success, we fetch the file every ${intervalMinutes} minutes again. To retry at once, connect the source again.`,
} as const;

export interface SourceWarning {
  id: string;
  message: string;
}

/** The warnings after a change: a message sets one, null takes it away, the others stay. */
export function withWarnings(
  warnings: readonly SourceWarning[],
  change: Partial<Record<SourceWarningId, string | null>>,
): SourceWarning[] {
  return sourceWarningIds.flatMap((id) => {
    const kept = warnings.find((warning) => warning.id === id)?.message ?? null;
    const message = change[id] === undefined ? kept : change[id];
    return message === null ? [] : [{ id, message }];
  });
}
