import { isDeepStrictEqual } from "node:util";
import type { SqlTx } from "@highstreet/db";
import { shopTime } from "../../access/find-retailer.ts";
import type { Warning, WarningId } from "../../core/channels/channel.schema.ts";
import type { StoreIds } from "../../core/channels/index.ts";
import { appendEvents } from "../../core/log/index.ts";
import { type NewAlert, recordAlerts } from "../../core/stores/index.ts";
import { sanitizeForPostgres } from "../../kernel/text.ts";
import type { Source } from "./source.schema.ts";
import { type LatestIngest, providerOf, readSource, type StoredSource, shownIngest } from "./source.ts";
import { isTaken } from "./source-facts.schema.ts";
import { saveSourceSql } from "./sources.sql.ts";

/** In the order in which the API shows them. */
const sourceWarningIds = ["FeedRefused", "FeedHeld", "FeedNotFetched"] as const satisfies WarningId[];
type SourceWarningId = (typeof sourceWarningIds)[number];

/** A warning without its id. */
type Said = Pick<Warning, "message" | "parameters">;

/** The texts contain no time, so that a repeated problem is not a change. */
export const sourceWarnings = {
  feedRefused: (reason: string, parameters: Said["parameters"] = {}): Said => ({
    message: `The last file was refused, and the stock stays as it was: ${reason.slice(0, 500)}${/\bsend\b/i.test(reason) ? "" : " Send a correct file."}`,
    parameters,
  }),
  /** @param emptied items that the feed would take out of stock, of `inStock` */
  feedHeld: ({ emptied, inStock }: { emptied: number; inStock: number }): Said => ({
    message: `The last file would take ${emptied.toLocaleString("en")} of ${inStock.toLocaleString("en")} products in stock out of stock, so it is held. Accept it if it is right, or send a correct file.`,
    parameters: { emptied, inStock },
  }),
  feedNotFetched: ({ why, parameters = {} }: Why, intervalMinutes: number): Said => ({
    message: `${sanitizeForPostgres(why.slice(0, 500).toWellFormed())} We retry after 1, 2, 4, … minutes, at most a day apart. After a success, we fetch the file every ${intervalMinutes} minutes again. To retry at once, connect the source again.`,
    parameters,
  }),
} as const;

/** Why something failed: a sentence for people, and its kind and values for programs. */
export interface Why {
  why: string;
  parameters?: Said["parameters"];
}

export const goodFeed = { FeedRefused: null, FeedHeld: null } as const;

function withWarnings(
  warnings: Source["warnings"],
  change: Partial<Record<SourceWarningId, Said | null>>,
): Source["warnings"] {
  return sourceWarningIds.flatMap((id) => {
    const said = change[id] === undefined ? warnings.find((warning) => warning.id === id) : change[id];
    return said ? [{ ...said, id }] : [];
  });
}

export interface SourceChange {
  status?: Source["status"];
  provider?: string;
  /** The latest ingest from now on. A feed that was applied or unchanged is the last one that named the items. */
  latestIngest?: LatestIngest & { id: string; mode: string; status: string };
  /** A feed or a PATCH was received, so the source is not silent. */
  heard?: true;
  /** `now` by the clock of the retailer (`shopTime`), if the caller knows it. */
  at?: Date;
  /** The address still has the last feed. So the items of that feed count as named again. */
  named?: true;
  /** The source is disconnected because it has been silent. Without it, a call ends the source. */
  silence?: string;
  /** null removes a warning. */
  warnings?: Partial<Record<SourceWarningId, Said | null>>;
}

const namesItems = ({ latestIngest, named }: SourceChange): boolean =>
  named ?? (latestIngest?.mode !== "patch" && isTaken(latestIngest?.status ?? ""));

function alertsOf({ warnings }: Source, { silence, status }: SourceChange): NewAlert[] {
  const held = warnings.find(({ id }) => id === "FeedHeld");
  const silent: NewAlert = { kind: "till_silent", message: silence ?? null };
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
  if (!isSame) await recordAlerts(tx, store, alertsOf(after, change), now);
  const names = namesItems(change);
  const at = change.at ?? (names || change.heard ? await shopTime(tx, retailerId, now) : now);
  await tx.execute(saveSourceSql, [
    retailerId,
    storeId,
    after.status,
    provider,
    JSON.stringify(after.warnings),
    change.latestIngest?.id ?? null,
    names ? at : null,
    change.heard ? at : null,
    sequence ?? null,
    now,
    change.status ? change.status === "disconnected" && change.silence === undefined : null,
  ]);
}
