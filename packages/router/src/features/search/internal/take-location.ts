import type { Sql } from "@highstreet/db";
import type { Profile } from "@highstreet/providers";
import type { StoreIds } from "../../../core/channels/index.ts";
import { checkStoreSql, firstInLineSql, isContestedSql, moveLocationSql } from "../search.sql.ts";
import { claimLocation, holderOf, releaseOrphanedLocation } from "./locations.ts";
import type { Held } from "./record-check.ts";
import { emptySetup, type SetupRow } from "./setup-row.ts";
import { codesIn } from "./verification-code.ts";

type First = StoreIds & { hasCode: boolean };

async function isContested(sql: Sql, { locationId, retailerId, storeId }: SetupRow): Promise<boolean> {
  return (await sql.query(isContestedSql, [locationId, retailerId, storeId])).length > 0;
}

async function moveLocation(sql: Sql, setup: SetupRow, codes: string[], now: Date): Promise<boolean> {
  if (!codes.includes(setup.verificationCode)) return false;
  const { locationId, retailerId, storeId } = setup;
  return (await sql.query(moveLocationSql, [locationId, retailerId, storeId, now, codes])).length > 0;
}

/**
 * Decides whether the store gets a location that we may manage.
 *
 * - The owner decides by a code in the profile's labels. The location goes to the store with the code. It also moves from a store
 *   of another partner whose code is not in the labels.
 * - If stores of several partners wait and the labels have no code, no store gets the location.
 * - Otherwise the location goes to a store that saw the location closed before. A store that matches the accepted invitation comes
 *   first, then the store that has waited longest. Access that is older than all waiting stores ends, and the stores wait for new access.
 */
export async function takeLocation({ tx, setup, now }: Held, { labels, ...profile }: Profile): Promise<SetupRow> {
  const { locationId } = setup;
  const codes = codesIn(labels);
  const access = { closedAt: null, contestedAt: null, accessAt: now, profile };
  if ((await holderOf(tx, locationId, setup)) === "another") {
    return (await moveLocation(tx, setup, codes, now))
      ? { ...setup, ...emptySetup, ...access }
      : { ...setup, ...emptySetup };
  }
  const contested = await isContested(tx, setup);
  const waiting = { ...setup, contestedAt: contested ? (setup.contestedAt ?? now) : null };
  const [first] = await tx.query<First>(firstInLineSql, [locationId, codes]);
  if (contested && !first?.hasCode) return waiting;
  if (!first) {
    await releaseOrphanedLocation(tx, locationId, setup, now);
    return waiting;
  }
  if (first.storeId === setup.storeId) {
    return (await claimLocation(tx, locationId, setup, now)) ? { ...setup, ...access } : waiting;
  }
  await tx.query(checkStoreSql, [locationId, first.retailerId, first.storeId, now]);
  return waiting;
}
