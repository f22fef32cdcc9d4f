import { isDeepStrictEqual } from "node:util";
import type { SqlTx } from "@highstreet/db";
import { appendEvents } from "../../core/log/index.ts";
import type { Ingest, Source } from "./inventory.schema.ts";
import { providerOf } from "./providers.ts";
import { readSource, shownIngest } from "./read-source.ts";
import { type SourceWarningId, withWarnings } from "./source-warnings.ts";

/** What becomes of a source; what is left out stays. */
export interface SourceChange {
  status?: Source["status"];
  /** Set where the source has none yet. */
  provider?: string;
  /** The ingest that is now the source's latest. An applied or unchanged feed counts as the one that last named the items. */
  latestIngest?: Ingest;
  /** A feed or a PATCH was received: the source is not silent. */
  heard?: true;
  /** The last feed was looked at, and is still what the address holds: it names its items again. */
  named?: true;
  /** A message sets a warning, null takes it away. */
  warnings?: Partial<Record<SourceWarningId, string | null>>;
}

const save = `
  INSERT INTO inventory_source AS s (retailer_id, store_id, status, provider, warnings, latest_ingest_id, applied_at, heard_at,
    event_sequence, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
  ON CONFLICT (retailer_id, store_id) DO UPDATE SET
    status = excluded.status, provider = excluded.provider, warnings = excluded.warnings,
    latest_ingest_id = COALESCE(excluded.latest_ingest_id, s.latest_ingest_id),
    applied_at = COALESCE(excluded.applied_at, s.applied_at), heard_at = COALESCE(excluded.heard_at, s.heard_at),
    event_sequence = COALESCE(excluded.event_sequence, s.event_sequence), updated_at = excluded.updated_at`;

const namesItems = ({ latestIngest, named }: SourceChange): boolean =>
  named ?? (latestIngest?.mode !== "patch" && ["applied", "unchanged"].includes(latestIngest?.status ?? ""));

/**
 * Changes a source, and appends `inventory_source.update` when its status or warnings are others than before (contract §3,
 * Source status). The caller holds the store's lock.
 */
export async function changeSource(
  tx: SqlTx,
  store: { retailerId: string; storeId: string },
  change: SourceChange,
  now: Date,
): Promise<void> {
  const { retailerId, storeId } = store;
  const before = await readSource(tx, store);
  const provider = before.providerId ?? change.provider ?? null;
  const after: Source = {
    status: change.status ?? before.source.status,
    provider: providerOf(provider),
    latestIngest: change.latestIngest ? shownIngest(change.latestIngest) : before.source.latestIngest,
    warnings: withWarnings(before.source.warnings, change.warnings ?? {}),
  };
  const isTold = after.status === before.source.status && isDeepStrictEqual(after.warnings, before.source.warnings);
  const event = {
    action: "inventory_source.update",
    subject: "source",
    data: { store: { id: storeId }, retailer: { id: retailerId }, ...after },
  } as const;
  const [sequence] = isTold ? [] : await appendEvents(tx, store, [event], now);
  tx.send(save, [
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
