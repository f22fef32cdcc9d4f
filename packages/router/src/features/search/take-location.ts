import type { Sql } from "@highstreet/db";
import type { Profile } from "@highstreet/providers";
import type { StoreIds } from "../../core/channels/index.ts";
import * as sqlOf from "./location-claim.sql.ts";
import { claimLocation, giveUpStray, holderOf } from "./location-claim.ts";
import type { Held } from "./record-check.ts";
import { nothingKnown, type SetupRow } from "./setup-row.ts";
import { codesIn } from "./verification-code.ts";

type First = StoreIds & { hasCode: boolean };

async function firstInLine(sql: Sql, locationId: string, codes: string[]): Promise<First | undefined> {
  const [row] = await sql.query<First>(sqlOf.firstInLine, [locationId, codes]);
  return row;
}

async function isContested(sql: Sql, { locationId, retailerId, storeId }: SetupRow): Promise<boolean> {
  return (await sql.query(sqlOf.isContested, [locationId, retailerId, storeId])).length > 0;
}

async function moveLocation(sql: Sql, setup: SetupRow, codes: string[], now: Date): Promise<boolean> {
  if (!codes.includes(setup.verificationCode)) return false;
  const { locationId, retailerId, storeId } = setup;
  return (await sql.query(sqlOf.moveLocation, [locationId, retailerId, storeId, now, codes])).length > 0;
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
      ? { ...setup, ...nothingKnown, ...access }
      : { ...setup, ...nothingKnown };
  }
  const contested = await isContested(tx, setup);
  const waiting = { ...setup, contestedAt: contested ? (setup.contestedAt ?? now) : null };
  const first = await firstInLine(tx, locationId, codes);
  if (contested && !first?.hasCode) return waiting;
  if (!first) {
    await giveUpStray(tx, locationId, setup, now);
    return waiting;
  }
  if (first.storeId === setup.storeId) {
    return (await claimLocation(tx, locationId, setup, now)) ? { ...setup, ...access } : waiting;
  }
  await tx.query(sqlOf.checkStore, [locationId, first.retailerId, first.storeId, now]);
  return waiting;
}
