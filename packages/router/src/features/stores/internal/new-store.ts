import { randomBytes } from "node:crypto";
import type { Tx } from "@highstreet/db";
import { checkPlace, defaultCurrency, type StoreRow, zoneOfStore } from "../../../core/stores/index.ts";
import type { StoreBody } from "../../../core/stores/stores.schema.ts";
import { isForeignKeyViolation, isUniqueViolation } from "../../../kernel/database-error.ts";
import { DomainError } from "../../../kernel/errors.ts";
import { retailerNotFound } from "../../../kernel/find-retailer.ts";

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
    ...ids,
    externalId: body.externalId ?? null,
    name: body.name,
    address: body.address,
    postcode: body.postcode,
    city: body.city,
    country: body.country,
    currency: body.currency ?? defaultCurrency(body.country),
    phone: body.phone ?? null,
    timezone: zoneOfStore(body, now, pointer),
    ...place,
    areaType: body.areaType ?? "suburban",
    links: body.links ?? [],
    widgetToken: randomBytes(24).toString("base64url"),
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}

/** The error for an external id of another store of the retailer. */
export function storeExternalIdTaken(): DomainError {
  return new DomainError("ExternalIdTaken", "Another store of this retailer has this externalId already.");
}

/**
 * Inserts new stores.
 * @throws ExternalIdTaken; RetailerNotFound if the retailer was deleted in the meantime
 */
export async function insertStores(prisma: Pick<Tx["prisma"], "store">, stores: StoreRow[]): Promise<void> {
  try {
    await prisma.store.createMany({
      data: stores.map(({ storeId, ...store }) => ({ ...store, id: storeId, logSince: store.createdAt })),
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw storeExternalIdTaken();
    if (isForeignKeyViolation(error)) throw retailerNotFound();
    throw error;
  }
}
