import { randomBytes } from "node:crypto";
import type { StoreRow } from "../../core/stores/index.ts";
import { defaultCurrency, zoneOfStore } from "../../core/stores/index.ts";
import type { StoreBody } from "../../core/stores/stores.schema.ts";

/**
 * The row that a body to create a store asks for, its defaults filled in.
 * @param pointer where the store stands in the request's body; "" for the body itself
 * @throws ValidationFailed when the time zone is left out and the country has several
 */
export function newStore(
  ids: { retailerId: string; storeId: string },
  body: StoreBody,
  now: Date,
  pointer = "",
): StoreRow {
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
    latitude: body.latitude ?? null,
    longitude: body.longitude ?? null,
    areaType: body.areaType ?? "suburban",
    links: body.links ?? [],
    widgetToken: randomBytes(24).toString("base64url"),
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}
