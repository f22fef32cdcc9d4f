import { isDeepStrictEqual } from "node:util";
import { Prisma, type Tx, within } from "@highstreet/db";
import { channelKinds } from "../../core/channels/index.ts";
import { recordHistory } from "../../core/history/index.ts";
import { lockStore } from "../../core/log/index.ts";
import { noHours } from "../../core/stores/hours.schema.ts";
import {
  checkNames,
  checkPlace,
  defaultCurrency,
  findStore,
  isZoneOf,
  type StoreRow,
  storeNotFound,
  zoneOfStore,
} from "../../core/stores/index.ts";
import type { Store, StorePatch, UpdateStore } from "../../core/stores/stores.schema.ts";
import type { Context } from "../../kernel/context.ts";
import { isMissingRow, isUniqueViolation } from "../../kernel/database-error.ts";
import { validationFailed } from "../../kernel/errors.ts";
import { checkVersion } from "../../kernel/if-match.ts";
import { presentStore, storeExternalIdTaken, storeWrite } from "./internal/store-record.ts";

/**
 * The time zone and the currency that a store takes from a new country, if the request names none. The store keeps a time zone that
 * the new country also has. The caller holds the store's lock.
 * @throws ValidationFailed if the country has several time zones, or the store has prices in another currency
 */
async function followCountry(
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

type Patch = Omit<StorePatch, "widgetToken">;

function changes({ currency, timezone, areaType, links, hours, ...fields }: Patch, before: StoreRow, now: Date) {
  const country = fields.country ?? before.country;
  return {
    ...fields,
    ...(currency !== undefined && { currency: currency ?? defaultCurrency(country) }),
    ...(timezone !== undefined && { timezone: zoneOfStore({ country, timezone }, now, "") }),
    ...(areaType !== undefined && { areaType: areaType ?? "suburban" }),
    ...(links !== undefined && { links: links ?? [] }),
    ...(hours !== undefined && { hours: hours ? { ...before.hours, ...hours } : noHours }),
  };
}

/**
 * Changes a store by JSON Merge Patch. A new country also changes the currency and the time zone (`followCountry`).
 * @throws RetailerNotFound, StoreNotFound, PreconditionFailed, ExternalIdTaken; ValidationFailed if the country does not determine
 *   the time zone or the currency, for half of a position, or for a
 *   name of several lines
 */
export async function updateStore(ctx: Context, input: UpdateStore): Promise<Store> {
  const now = ctx.now();
  const store = await findStore(ctx, input);
  checkVersion(ctx, store.version);
  const { widgetToken: _ours, ...patch } = input.body;
  if (!Object.keys(patch).length) return presentStore(store);
  const { retailerId, storeId: id } = store;
  try {
    return await ctx.db.transaction(store, async (tx) => {
      const inside = { ...ctx, db: within(ctx.db, tx) };
      await lockStore(tx, store);
      const before = await findStore(inside, input);
      checkVersion(ctx, before.version);
      checkNames({ name: patch.name }, before);
      const data = {
        ...changes(patch, before, now),
        ...(await followCountry(tx, before, patch, now)),
      };
      const shown = presentStore(before);
      const isSame = ([name, value]: [string, unknown]) => isDeepStrictEqual(shown[name as keyof Store], value);
      if (Object.entries(data).every(isSame)) return shown;
      checkPlace({ ...before, ...data });
      // With another currency, the same feed has other prices.
      const stockVersion =
        (data.currency ?? before.currency) === before.currency ? {} : { stockVersion: { increment: 1 } };
      // By another clock, rules begin and end at other times.
      const isOtherClock = (data.timezone ?? before.timezone) !== before.timezone;
      const hasPeriods =
        isOtherClock &&
        (await tx.prisma.rule.count({ where: { retailerId, NOT: { period: { equals: Prisma.DbNull } } } })) > 0;
      await tx.prisma.store.update({
        where: { retailerId_id: { retailerId, id } },
        data: {
          ...data,
          pickup: data.pickup === null ? Prisma.DbNull : data.pickup,
          ...stockVersion,
          ...(hasPeriods && { shelfDueAt: now }),
          version: { increment: 1 },
          updatedAt: now,
        },
        select: { id: true },
      });
      const after = await findStore(inside, input);
      for (const kind of channelKinds()) await kind.onStoreChanged?.(tx, before, after, now);
      await recordHistory(ctx, tx, [storeWrite(before, after)]);
      return presentStore(after);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw storeExternalIdTaken();
    if (isMissingRow(error)) throw storeNotFound();
    throw error;
  }
}
