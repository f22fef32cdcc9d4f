import type { Sql } from "@highstreet/db";
import type { ListingState, Matching, NewListingStore, Profile, ProviderErrorKind } from "@highstreet/providers";
import type { StoreIds } from "../../core/channels/index.ts";
import { newVerificationCode } from "./verification-code.ts";

/** The stored part of a profile. Labels are not stored, because they can hold private notes. */
export type KnownProfile = Omit<Profile, "labels">;

/** How far the setting up of a store's search channel has come, as it is stored. Moments are null until they came. */
export interface SetupRow extends StoreIds {
  locationId: string;
  /** As the partner gave it; null: the profile's own, or one is made. */
  givenStoreCode: string | null;
  /** The one-time code of this setup. The owner adds it to the profile's labels to link the location to this store. */
  verificationCode: string;
  /**
   * When we saw, while the channel waited, that the location is closed to us: access that comes after was given to it. With
   * access: when we first did not find the location, of looks in a row.
   */
  closedAt: Date | null;
  /** When an invitation that can be for the location was about to be accepted. */
  invitationAt: Date | null;
  /**
   * The time when we had, or may have had, access to the location while stores of several partners waited for it. A store
   * gets such access only by its code.
   */
  contestedAt: Date | null;
  accessAt: Date | null;
  /** When the store code came into force: that of `profile`. */
  storeCodeAt: Date | null;
  /** The retailer's account at the search engine. */
  merchantId: string | null;
  /** The store as the search engine was last told of it, and knew it. */
  told: NewListingStore | null;
  /** When the store was known, and data sending began. */
  sendingAt: Date | null;
  /** When all of its items had been sent for the first time. */
  sentAt: Date | null;
  liveAt: Date | null;
  profile: KnownProfile | null;
  matching: Matching | null;
  items: ListingState["items"];
  checkedAt: Date | null;
  /** While a check is under way, the end of its claim. */
  nextCheckAt: Date;
  /** Checks in a row that failed, and why the last one did. */
  failures: number;
  problem: { kind: ProviderErrorKind; message: string } | null;
}

/** What is known of a location that we may not manage. */
export const nothingKnown = {
  closedAt: null,
  invitationAt: null,
  contestedAt: null,
  accessAt: null,
  storeCodeAt: null,
  told: null,
  sendingAt: null,
  sentAt: null,
  liveAt: null,
  profile: null,
  matching: null,
  items: null,
} satisfies Partial<SetupRow>;

/** The columns of a `SetupRow`, of a table aliased `u`. */
export const setupColumns = `u.retailer_id AS "retailerId", u.store_id AS "storeId", u.location_id AS "locationId",
  u.given_store_code AS "givenStoreCode", u.closed_at AS "closedAt", u.invitation_at AS "invitationAt",
  u.access_at AS "accessAt", u.store_code_at AS "storeCodeAt", u.merchant_id AS "merchantId", u.told,
  u.sending_at AS "sendingAt", u.sent_at AS "sentAt", u.live_at AS "liveAt", u.profile, u.matching, u.items,
  u.checked_at AS "checkedAt", u.next_check_at AS "nextCheckAt", u.failures, u.problem,
  u.verification_code AS "verificationCode", u.contested_at AS "contestedAt"`;

const read = `SELECT ${setupColumns} FROM search_setup u WHERE u.retailer_id = $1 AND u.store_id = $2`;

const save = `
  INSERT INTO search_setup (retailer_id, store_id, location_id, given_store_code, closed_at, invitation_at, access_at,
    store_code_at, merchant_id, told, sending_at, sent_at, live_at, profile, matching, items, checked_at, next_check_at,
    failures, problem, verification_code, contested_at, partner_id)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
    (SELECT partner_id FROM retailer WHERE retailer_id = $1))
  ON CONFLICT (retailer_id, store_id) DO UPDATE SET
    location_id = excluded.location_id, given_store_code = excluded.given_store_code, closed_at = excluded.closed_at,
    invitation_at = excluded.invitation_at, access_at = excluded.access_at, store_code_at = excluded.store_code_at,
    merchant_id = excluded.merchant_id, told = excluded.told, sending_at = excluded.sending_at, sent_at = excluded.sent_at,
    live_at = excluded.live_at, profile = excluded.profile, matching = excluded.matching, items = excluded.items,
    checked_at = excluded.checked_at, next_check_at = excluded.next_check_at, failures = excluded.failures,
    problem = excluded.problem, verification_code = excluded.verification_code, contested_at = excluded.contested_at`;

const remove = "DELETE FROM search_setup WHERE retailer_id = $1 AND store_id = $2";

/** @returns undefined: the store's search channel is not enabled */
export async function readSetup(sql: Sql, store: StoreIds): Promise<SetupRow | undefined> {
  const [row] = await sql.query<SetupRow>(read, [store.retailerId, store.storeId]);
  return row;
}

/** A channel about to be enabled: nothing is known, and it is looked at at once. */
export function newSetup(
  { retailerId, storeId }: StoreIds,
  wanted: Pick<SetupRow, "locationId" | "givenStoreCode">,
  now: Date,
): SetupRow {
  return {
    retailerId,
    storeId,
    ...wanted,
    verificationCode: newVerificationCode(),
    ...nothingKnown,
    merchantId: null,
    checkedAt: null,
    nextCheckAt: now,
    failures: 0,
    problem: null,
  };
}

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** The caller holds the store's lock. */
export async function saveSetup(tx: Sql, row: SetupRow): Promise<void> {
  await tx.query(save, [
    ...[row.retailerId, row.storeId, row.locationId, row.givenStoreCode, row.closedAt, row.invitationAt, row.accessAt],
    ...[row.storeCodeAt, row.merchantId, json(row.told), row.sendingAt, row.sentAt, row.liveAt, json(row.profile)],
    ...[json(row.matching), json(row.items), row.checkedAt, row.nextCheckAt, row.failures, json(row.problem)],
    ...[row.verificationCode, row.contestedAt],
  ]);
}

export async function deleteSetup(tx: Sql, store: StoreIds): Promise<void> {
  await tx.query(remove, [store.retailerId, store.storeId]);
}
