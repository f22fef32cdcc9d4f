import { isDeepStrictEqual } from "node:util";
import type { Database } from "@highstreet/db";
import { createSandboxProviders, type ListingItem, ProviderError, type Providers } from "@highstreet/providers";
import type { StoreIds } from "../src/core/channels/index.ts";
import { lockStores } from "../src/core/log/index.ts";
import { beginListings } from "../src/features/listings/publications.ts";
import type { Context } from "../src/kernel/context.ts";

/** A provider that remembers its calls, by store code and item. */
export interface RecordingProvider {
  providers: Providers;
  shelves: Map<string, Pick<ListingItem, "status" | "price" | "quantity"> & Partial<Pick<ListingItem, "pickup">>>;
  descriptions: Map<string, { title: string; condition?: string }>;
  calls: { submitted: number; described: number; forgotten: number };
  /** The provider refuses items with these prices. */
  refusedPrices: Set<string>;
  /** Calls that changed nothing. */
  needless: string[];
  /** Runs before and after each call takes effect. An error of this function fails the call. */
  disturb: (when: "before" | "after", call: "submit" | "describe" | "forget", offerId: string) => Promise<void> | void;
}

/** Creates a provider that remembers its calls and can be disturbed. */
export function createRecordingProvider(now: () => Date): RecordingProvider {
  const sandbox = createSandboxProviders({ now });
  const record: Omit<RecordingProvider, "providers"> = {
    shelves: new Map(),
    descriptions: new Map(),
    calls: { submitted: 0, described: 0, forgotten: 0 },
    refusedPrices: new Set(),
    needless: [],
    disturb: () => undefined,
  };
  const search: Providers["search"] = {
    ...sandbox.search,
    async submitItem({ storeCode }, { offerId, status, price, quantity, pickup }) {
      record.calls.submitted++;
      await result.disturb("before", "submit", offerId);
      if (record.refusedPrices.has(price?.amount ?? "")) throw new ProviderError("refused", "Not at this price.");
      const shelf = `${storeCode} ${offerId}`;
      const before = record.shelves.get(shelf);
      if (
        before?.status === status &&
        before.price?.amount === price?.amount &&
        isDeepStrictEqual(before.pickup ?? null, pickup)
      )
        record.needless.push(`submit ${shelf}`);
      record.shelves.set(shelf, { status, price, quantity, ...(pickup && { pickup }) });
      await result.disturb("after", "submit", offerId);
    },
    async describeItem(_merchant, { offerId, title, condition }) {
      record.calls.described++;
      await result.disturb("before", "describe", offerId);
      if (record.descriptions.get(offerId)?.title === title) record.needless.push(`describe ${offerId}`);
      record.descriptions.set(offerId, { title, ...(condition && { condition }) });
      await result.disturb("after", "describe", offerId);
    },
    async forgetDescription(_merchant, { offerId }) {
      record.calls.forgotten++;
      await result.disturb("before", "forget", offerId);
      record.descriptions.delete(offerId);
      await result.disturb("after", "forget", offerId);
    },
  };
  const result: RecordingProvider = { ...record, providers: { ...sandbox, search } };
  return result;
}

const enable = `
  INSERT INTO channel (retailer_id, store_id, channel, status, parameters, created_at, updated_at)
  VALUES ($1, $2, 'search', 'connected', $3, $4, $4)`;
const setUp = `
  INSERT INTO search_setup (retailer_id, store_id, location_id, access_at, merchant_id, registered_store, sending_at)
  SELECT retailer_id, store_id, $3, $4::timestamptz, retailer_id::text,
    jsonb_build_object('merchantId', retailer_id, 'storeCode', $3::text, 'locationId', $3::text, 'country', country), $4
  FROM store WHERE retailer_id = $1 AND store_id = $2`;

/** Gives a store a search channel that begins to send data now. Its store code is its location id. */
export async function startSending(ctx: Context, store: StoreIds, locationId: string): Promise<void> {
  const { retailerId, storeId } = store;
  const now = ctx.now();
  const parameters = { locationId, storeCode: locationId, businessAccountId: "accounts/1" };
  await ctx.db.transaction("no shop", async (tx) => {
    await lockStores(tx, retailerId, [storeId]);
    await tx.query(enable, [retailerId, storeId, parameters, now]);
    await tx.query(setUp, [retailerId, storeId, locationId, now]);
    await beginListings(tx, store, now);
  });
}

/** Each listing of a store as `key: state`, in order. */
export async function statesOf(db: Database, { retailerId, storeId }: StoreIds): Promise<Record<string, string>> {
  const rows = await db.query<{ key: string; state: string }>(
    "SELECT item_key AS key, state FROM listing WHERE retailer_id = $1 AND store_id = $2 ORDER BY item_key",
    [retailerId, storeId],
  );
  return Object.fromEntries(rows.map(({ key, state }) => [key, state]));
}
