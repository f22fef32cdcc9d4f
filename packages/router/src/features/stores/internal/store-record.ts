import { randomBytes } from "node:crypto";
import { Prisma, type Tx } from "@highstreet/db";
import type { Write } from "../../../core/history/index.ts";
import { noHours } from "../../../core/stores/hours.schema.ts";
import {
  checkPlace,
  defaultCurrency,
  emptyFields,
  type FoundStore,
  type StoreRow,
  zoneOfStore,
} from "../../../core/stores/index.ts";
import type { Store, StoreBody } from "../../../core/stores/stores.schema.ts";
import { isForeignKeyViolation, isUniqueViolation } from "../../../kernel/database-error.ts";
import { DomainError, retailerNotFound } from "../../../kernel/errors.ts";

/**
 * The row of a new store, with its defaults.
 * @param pointer the place of the store in the request's body; "" for the body itself
 * @throws ValidationFailed if the body has no time zone and the country has several, or half of a position
 */
export function newStore(
  ids: { retailerId: string; storeId: string },
  body: StoreBody,
  now: Date,
  pointer = "",
): StoreRow {
  const place = { latitude: body.latitude ?? null, longitude: body.longitude ?? null };
  checkPlace(place, pointer);
  return {
    ...emptyFields,
    ...(body as StoreBody & Pick<StoreRow, keyof typeof emptyFields>),
    ...ids,
    ...place,
    currency: body.currency ?? defaultCurrency(body.country),
    timezone: zoneOfStore(body, now, pointer),
    areaType: body.areaType ?? "suburban",
    links: body.links ?? [],
    hours: { ...noHours, ...body.hours },
    widgetToken: randomBytes(24).toString("base64url"),
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}

export function storeExternalIdTaken(): DomainError {
  return new DomainError("ExternalIdTaken", "Another store of this retailer has this externalId already.");
}

/**
 * Inserts new stores.
 * @throws ExternalIdTaken; RetailerNotFound if the retailer was deleted in the meantime
 */
export async function insertStores(
  prisma: Pick<Tx["prisma"], "store">,
  stores: StoreRow[],
  { ruleVersion, hasPeriods } = { ruleVersion: 0, hasPeriods: false },
): Promise<void> {
  try {
    await prisma.store.createMany({
      data: stores.map(({ storeId, pause: _, safetyStock: __, pickup, ...store }) => ({
        ...store,
        pickup: pickup ?? Prisma.DbNull,
        id: storeId,
        logSince: store.createdAt,
        ruleVersion,
        // The worker then finds when the next rule begins or ends there.
        shelfDueAt: hasPeriods ? store.createdAt : null,
      })),
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw storeExternalIdTaken();
    if (isForeignKeyViolation(error)) throw retailerNotFound();
    throw error;
  }
}

type Shown = StoreRow & Partial<FoundStore>;

export function presentStore({ storeId, retailerId: _, clockAhead: __, createdAt, updatedAt, ...row }: Shown): Store {
  return { id: storeId, ...row, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

export function storeWrite(before: StoreRow | null, after: StoreRow | null): Write {
  const row = after ?? before;
  if (!row) throw new Error("a change needs a row before or after it");
  const { retailerId, storeId } = row;
  return {
    retailerId,
    action: before ? (after ? "store.update" : "store.delete") : "store.create",
    target: { type: "store", id: storeId, storeId },
    before: before && presentStore(before),
    after: after && presentStore(after),
  };
}
