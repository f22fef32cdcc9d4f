import type { Sql } from "@highstreet/db";
import type { StoreRow } from "../../core/stores/index.ts";
import { defaultCurrency, isZoneOf, zoneOfStore } from "../../core/stores/index.ts";
import type { StorePatch } from "../../core/stores/stores.schema.ts";
import { validationFailed } from "../../kernel/errors.ts";

const anyItem = "SELECT FROM stock_item WHERE retailer_id = $1 AND store_id = $2 LIMIT 1";

/**
 * What a store that moves to another country takes from it where the request names neither (contract §2, both default from
 * the country): the time zone, unless the old one is the new country's too; the currency, unless there are prices in the old
 * one, which nobody has converted. The caller holds the store's lock.
 * @throws ValidationFailed when the country has several time zones, or the store has items in another currency
 */
export async function followCountry(
  tx: Sql,
  before: StoreRow,
  { country, timezone, currency }: Pick<StorePatch, "country" | "timezone" | "currency">,
  now: Date,
): Promise<{ timezone?: string; currency?: string }> {
  if (country === undefined || country === before.country) return {};
  const keepsZone = timezone !== undefined || isZoneOf(country, before.timezone);
  const zone = keepsZone ? {} : { timezone: zoneOfStore({ country }, now, "") };
  const usual = defaultCurrency(country);
  if (currency !== undefined || usual === before.currency) return zone;
  if ((await tx.query(anyItem, [before.retailerId, before.storeId])).length) {
    const message = `is required: the store has prices in ${before.currency}, and ${country} uses ${usual}; name the currency of prices from now on`;
    throw validationFailed([{ pointer: "/currency", code: "Required", message }]);
  }
  return { ...zone, currency: usual };
}
