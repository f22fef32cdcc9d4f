import { ConnectorError, type ConnectorItem, type Location, type OpenConnector } from "@highstreet/connectors";
import { withCommitGuard } from "../../../access/call-context.ts";
import { keysOfCell } from "../../../core/items/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { DomainError } from "../../../kernel/errors.ts";
import { putStock } from "../../ingest/index.ts";
import type { Why } from "../../sources/index.ts";
import type { ConnectedStore } from "../connections.ts";
import { connectedStores } from "../connections.ts";
import type { PullLease } from "./lease-pull.ts";
import { LocationFiles } from "./location-files.ts";

/** Items of which the stores are looked up at once. An item can have 250,000 characters. */
const BATCH = 100;
/** Changes are read from some time before the last pull, because the clocks of the shop system may differ. */
const OVERLAP_MS = 5 * 60_000;

interface Place {
  storeId: string;
  locationId: string;
}

/** `failed`: the stores that took nothing, with the reason as a sentence. */
export interface PulledConnection {
  locations: Location[];
  isFull: boolean;
  failed: Map<string, Why>;
}

/** Everything is pulled at the first pull after 02:00 UTC, and changes in between. */
function isFullDue(fullPulledAt: Date | null, now: Date): boolean {
  const night = new Date(now);
  night.setUTCHours(2, 0, 0, 0);
  if (night > now) night.setUTCDate(night.getUTCDate() - 1);
  return fullPulledAt === null || fullPulledAt < night;
}

function placesOf(stores: ConnectedStore[], locations: Location[], failed: Map<string, Why>): Place[] {
  const names = locations
    .map(({ id, name }) => `${id} (${name})`)
    .join(", ")
    .slice(0, 500);
  const known = `The shop system has ${names || "none"}.`;
  return stores.flatMap(({ storeId, locationId }) => {
    const found =
      locationId === null && locations.length === 1 ? locations[0] : locations.find(({ id }) => id === locationId);
    if (found) return [{ storeId, locationId: found.id }];
    const problem = locationId === null ? "The source names no location." : `There is no location ${locationId}.`;
    failed.set(storeId, { why: `${problem} ${known}` });
    return [];
  });
}

function linesOf({ barcode, price, currency, title, brand, images }: ConnectorItem): (units: number) => string {
  const line = { barcode, price, ...(currency !== null && { currency }), title, brand: brand ?? "", image: images };
  const start = JSON.stringify(line).slice(0, -1);
  return (units) => `${start},"quantity":${JSON.stringify(Math.max(0, units))}}`;
}

/** The stores that have an item, for items that a location may have lost. */
async function holdersOf(
  { db }: Context,
  retailerId: string,
  places: Place[],
  items: ConnectorItem[],
): Promise<Set<string>> {
  const rows = await db.prisma.stockItem.findMany({
    where: {
      retailerId,
      storeId: { in: places.map(({ storeId }) => storeId) },
      itemKey: { in: items.flatMap(({ barcode }) => keysOfCell(barcode)) },
    },
    select: { storeId: true, itemKey: true },
  });
  return new Set(rows.map(({ storeId, itemKey }) => `${storeId} ${itemKey}`));
}

async function* inBatches(items: AsyncIterable<ConnectorItem>): AsyncGenerator<ConnectorItem[]> {
  let batch: ConnectorItem[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length) yield batch;
}

/**
 * Reads the items of a connection, all or those that changed, and takes them in as one feed for each store. Yields after each page and
 * each store.
 * @throws ConnectorError, LeaseLost
 */
export async function* pullConnection(
  ctx: Context,
  lease: PullLease,
  open: OpenConnector,
): AsyncGenerator<void, PulledConnection> {
  const { retailerId, connector, pulledAt, fullPulledAt } = lease.row;
  const locations = await open.locations();
  const stores = (await connectedStores(ctx.db.prisma, retailerId)).get(connector) ?? [];
  const failed = new Map<string, Why>();
  const places = placesOf(stores, locations, failed);
  const isFull = pulledAt === null || isFullDue(fullPulledAt, lease.began);
  const result = { locations, isFull, failed };
  if (!places.length) return result;
  const since = isFull ? null : new Date(pulledAt.getTime() - OVERLAP_MS);
  const files = await LocationFiles.open(lease.row.partnerId);
  try {
    for await (const items of inBatches(open.items(since))) {
      await lease.renew();
      // A full feed replaces the stock, so items that it lacks go out of stock.
      const holders = isFull ? new Set() : await holdersOf(ctx, retailerId, places, items);
      for (const item of items) {
        const lineWith = linesOf(item);
        const keys = holders.size ? keysOfCell(item.barcode) : [];
        for (const { storeId, locationId } of places) {
          const units = item.quantities.get(locationId);
          const isGone = units === undefined && keys.some((key) => holders.has(`${storeId} ${key}`));
          if (units !== undefined || isGone) await files.add(storeId, lineWith(units ?? 0));
        }
      }
      yield;
    }
    const guarded = withCommitGuard(ctx, (tx) => lease.check(tx));
    for (const { storeId } of places) {
      await lease.renew();
      const why = await take(guarded, { retailerId, storeId }, files, isFull);
      if (why !== undefined) failed.set(storeId, why);
      yield;
    }
  } finally {
    await files.close();
  }
  return result;
}

async function take(
  ctx: Context,
  store: { retailerId: string; storeId: string },
  files: LocationFiles,
  isFull: boolean,
): Promise<Why | undefined> {
  if (!files.count(store.storeId)) {
    return isFull ? { why: "The location has no item with a barcode or SKU and a price." } : undefined;
  }
  try {
    const mode = isFull ? "replace" : "update";
    const { status } = await putStock(ctx, { ...store, mode, feed: await files.read(store.storeId) });
    return status === "refused" ? { why: "The items were read, but none of them is valid." } : undefined;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code === "Unavailable") throw error;
    // The store was deleted in the meantime.
    if (error.code === "StoreNotFound" || error.code === "RetailerNotFound") return undefined;
    return { why: `The items were read, but not taken. ${error.message}` };
  }
}

/** The reason of a failed pull for people. @throws errors that are not about the shop system */
export function whyFailed(error: unknown): Why & { isRefused: boolean } {
  // The partner's items need more space than it may use.
  if (error instanceof DomainError && error.code === "RateLimited") return { why: error.message, isRefused: false };
  if (!(error instanceof ConnectorError)) throw error;
  return { why: error.message, parameters: { reason: error.kind }, isRefused: error.kind === "refused" };
}
