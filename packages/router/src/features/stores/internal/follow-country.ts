import type { Tx } from "@highstreet/db";
import { defaultCurrency, isZoneOf, type StoreRow, zoneOfStore } from "../../../core/stores/index.ts";
import type { StorePatch } from "../../../core/stores/stores.schema.ts";
import { validationFailed } from "../../../kernel/errors.ts";

/**
 * The time zone and the currency that a store takes from a new country, if the request names none. The store keeps a time zone that
 * the new country also has. The caller holds the store's lock.
 * @throws ValidationFailed if the country has several time zones, or the store has prices in another currency
 */
export async function followCountry(
  { prisma }: Pick<Tx, "prisma">,
  before: StoreRow,
  { country, timezone, currency }: Pick<StorePatch, "country" | "timezone" | "currency">,
  now: Date,
): Promise<{ timezone?: string; currency?: string }> {
  if (country === undefined || country === before.country) return {};
  const keepsZone = timezone !== undefined || isZoneOf(country, before.timezone);
  const zone = keepsZone ? {} : { timezone: zoneOfStore({ country }, now, "") };
  const usual = defaultCurrency(country);
  if (currency !== undefined || usual === before.currency) return zone;
  const { retailerId, storeId } = before;
  if (await prisma.stockItem.findFirst({ where: { retailerId, storeId }, select: { itemKey: true } })) {
    const message = `is required: the store has prices in ${before.currency}, and ${country} uses ${usual}; name the currency of prices from now on`;
    throw validationFailed([{ pointer: "/currency", code: "Required", message }]);
  }
  return { ...zone, currency: usual };
}
