import type { Sql } from "@highstreet/db";
import type { StoreIds } from "../../core/channels/index.ts";
import { presets } from "../../core/feeds/index.ts";
import type { Write } from "../../core/history/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import type { Provider, ProviderDetails, Source, SourceRecord } from "./source.schema.ts";
import { type SourceRow, sourceSql } from "./sources.sql.ts";

const generic: readonly Provider[] = [
  { id: "csv-upload", label: "File upload", type: "generic", vendor: "Highstreet" },
  { id: "http-pull", label: "File fetched from a web address", type: "generic", vendor: "Highstreet" },
  { id: "connection", label: "Connected shop system", type: "generic", vendor: "Highstreet" },
  { id: "api", label: "API", type: "generic", vendor: "Highstreet" },
];

/** The catalogue of providers: the generic ones, then tills and shops with the facts about their exports. */
export const providers: readonly ProviderDetails[] = [
  ...generic.map((provider) => ({ ...provider, export: null })),
  ...presets.map(({ id, label, type, vendor, export: name, steps, header, documentation, confirmed, note }) => ({
    id,
    label,
    type,
    vendor,
    export: { name, steps: [...steps], header: [...header], documentation, confirmed, note: note ?? null },
  })),
];

/** @returns null for a source that was never connected */
export function providerOf(id: string | null): Provider | null {
  const found = providers.find((provider) => provider.id === id);
  return found ? { id: found.id, label: found.label, type: found.type, vendor: found.vendor } : null;
}

export interface StoredSource
  extends Pick<
    SourceRow,
    "providerId" | "latestIngestMode" | "parameters" | "lastContactAt" | "nextPullAt" | "isEnded" | "version"
  > {
  source: Source;
}

const never: StoredSource = {
  source: { status: "pending", provider: null, latestIngest: null, warnings: [] },
  providerId: null,
  latestIngestMode: null,
  parameters: {},
  lastContactAt: null,
  nextPullAt: null,
  isEnded: false,
  version: 0,
};

export type LatestIngest = NonNullable<Source["latestIngest"]>;

export function shownIngest({ createdAt, numberOfLines, validLines, inStockValidLines }: LatestIngest): LatestIngest {
  return { createdAt, numberOfLines, validLines, inStockValidLines };
}

/** Reads the source of a store. The source of a store without any ingest is pending. */
export async function readSource(db: Sql, store: StoreIds): Promise<StoredSource> {
  const [row] = await db.query<SourceRow>(sourceSql, [store.retailerId, store.storeId]);
  if (!row) return never;
  const { status, warnings, createdAt, numberOfLines, validLines, inStockValidLines, ...ids } = row;
  const latestIngest = createdAt && {
    createdAt: createdAt.toISOString(),
    numberOfLines: numberOfLines ?? 0,
    validLines: validLines ?? 0,
    inStockValidLines: inStockValidLines ?? 0,
  };
  return { ...ids, source: { status, provider: providerOf(ids.providerId), latestIngest, warnings } };
}

export function presentSource({ source, parameters, lastContactAt, nextPullAt, version }: StoredSource): SourceRecord {
  return {
    ...source,
    parameters,
    lastHeardAt: lastContactAt?.toISOString() ?? null,
    nextFetchAt: nextPullAt?.toISOString() ?? null,
    version,
  };
}

export function sourceWrite(
  store: StoreIds,
  action: "source.connect" | "source.disconnect",
  before: StoredSource,
  after: StoredSource,
): Write {
  return {
    retailerId: store.retailerId,
    action,
    target: { type: "source", storeId: store.storeId },
    before: before.providerId === null ? null : presentSource(before),
    after: presentSource(after),
  };
}

/** The source of the stock of a store, and its state. @throws RetailerNotFound, StoreNotFound */
export async function getSource(ctx: Context, input: StoreIds): Promise<SourceRecord> {
  const store = await findStore(ctx, input);
  return presentSource(await readSource(ctx.db, store));
}
