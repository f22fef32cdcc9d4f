import { isDeepStrictEqual } from "node:util";
import type { SqlTx } from "@highstreet/db";
import type { StoreIds } from "../../../core/channels/index.ts";
import { appendEvents } from "../../../core/log/index.ts";
import { type NotedAlert, noteAlerts } from "../../../core/stores/index.ts";
import type { Ingest, Source } from "../inventory.schema.ts";
import { saveSourceSql, watchUnseenSql } from "../sources.sql.ts";
import { providerOf, readSource, type StoredSource, shownIngest } from "./source.ts";

/** The warnings of a source, in the order in which the API shows them. */
const sourceWarningIds = ["FeedRefused", "FeedHeld", "FeedNotFetched"] as const;
type SourceWarningId = (typeof sourceWarningIds)[number];

/** The texts of the warnings. They contain no time, so that a repeated problem is not a change. */
export const sourceWarnings = {
  /** @param reason a sentence */
  feedRefused: (reason: string): string =>
    `The last file was refused, and the stock stays as it was: ${reason.slice(0, 500)} Send a correct file.`,
  /** @param emptied items that the feed would take out of stock, of `inStock` */
  feedHeld: ({ emptied, inStock }: { emptied: number; inStock: number }): string =>
    `The last file would take ${emptied.toLocaleString("en")} of ${inStock.toLocaleString("en")} products in stock out of stock, so it is held. Accept it if it is right, or send a correct file.`,
  /** @param why a sentence */
  feedNotFetched: (why: string, intervalMinutes: number): string =>
    `${why} We retry after 1, 2, 4, … minutes, at most a day apart. After a success, we fetch the file every ${intervalMinutes} minutes again. To retry at once, connect the source again.`,
} as const;

/** The warnings that a good feed ends. */
export const goodFeed = { FeedRefused: null, FeedHeld: null } as const;

/** The warnings after a change. A message sets a warning, null removes it, and the others stay. */
function withWarnings(
  warnings: Source["warnings"],
  change: Partial<Record<SourceWarningId, string | null>>,
): Source["warnings"] {
  return sourceWarningIds.flatMap((id) => {
    const kept = warnings.find((warning) => warning.id === id)?.message ?? null;
    const message = change[id] === undefined ? kept : change[id];
    return message === null ? [] : [{ id, message }];
  });
}

/** A change of a source. A missing field stays as it is. */
export interface SourceChange {
  status?: Source["status"];
  /** The provider of a source without one. */
  provider?: string;
  /** The latest ingest from now on. A feed that was applied or unchanged is the last one that named the items. */
  latestIngest?: Ingest;
  /** A feed or a PATCH was received, so the source is not silent. */
  heard?: true;
  /** The address still has the last feed. So the items of that feed count as named again. */
  named?: true;
  /** The source is disconnected because it has been silent. */
  silence?: string;
  /** A message sets a warning, null removes it. */
  warnings?: Partial<Record<SourceWarningId, string | null>>;
}

const namesItems = ({ latestIngest, named }: SourceChange): boolean =>
  named ?? (latestIngest?.mode !== "patch" && ["applied", "unchanged"].includes(latestIngest?.status ?? ""));

function alertsOf({ warnings }: Source, { silence, status }: SourceChange): NotedAlert[] {
  const held = warnings.find(({ id }) => id === "FeedHeld");
  const silent: NotedAlert = { kind: "till_silent", message: silence ?? null };
  return [{ kind: "file_held", message: held?.message ?? null }, ...(status ? [silent] : [])];
}

/**
 * Changes a source. Appends `inventory_source.update` and notes alerts if its status or its warnings change. The caller holds the lock of the store.
 * @param known the source, if the caller has read it under the lock
 */
export async function changeSource(
  tx: SqlTx,
  store: StoreIds,
  change: SourceChange,
  now: Date,
  known?: StoredSource,
): Promise<void> {
  const { retailerId, storeId } = store;
  const before = known ?? (await readSource(tx, store));
  const provider = before.providerId ?? change.provider ?? null;
  const after: Source = {
    status: change.status ?? before.source.status,
    provider: providerOf(provider),
    latestIngest: change.latestIngest ? shownIngest(change.latestIngest) : before.source.latestIngest,
    warnings: withWarnings(before.source.warnings, change.warnings ?? {}),
  };
  const isSame = after.status === before.source.status && isDeepStrictEqual(after.warnings, before.source.warnings);
  const event = {
    action: "inventory_source.update",
    subject: "source",
    data: { store: { id: storeId }, retailer: { id: retailerId }, ...after },
  } as const;
  const [sequence] = isSame ? [] : await appendEvents(tx, store, [event], now);
  if (!isSame) noteAlerts(tx, store, alertsOf(after, change), now);
  tx.send(saveSourceSql, [
    retailerId,
    storeId,
    after.status,
    provider,
    JSON.stringify(after.warnings),
    change.latestIngest?.id ?? null,
    namesItems(change) ? now : null,
    change.heard ? now : null,
    sequence ?? null,
    now,
  ]);
}

/** Items that neither a feed nor a PATCH names for this time go out of stock. */
export const UNSEEN_MS = 7 * 24 * 3_600_000;

/**
 * Sets the next check of `expireUnseen` for a store with feeds that leave items out. Does not wait for the statement.
 * @param since when the first of these items was last named; null: there is none
 */
export function watchUnseen(tx: SqlTx, { retailerId, storeId }: StoreIds, since: Date | null): void {
  if (since) tx.send(watchUnseenSql, [retailerId, storeId, new Date(since.getTime() + UNSEEN_MS)]);
}
