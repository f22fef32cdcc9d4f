import { within } from "@highstreet/db";
import type { Context } from "../context.ts";
import { lockStores } from "../events/index.ts";
import { recordHistory } from "../history/index.ts";
import { checkVersion } from "../if-match.ts";
import { isMissingRow, isUniqueViolation } from "../prisma-error.ts";
import { defaultCurrency } from "./country.ts";
import { findStore, storeNotFound } from "./find-store.ts";
import { storeExternalIdTaken } from "./insert-stores.ts";
import { presentStore } from "./present-store.ts";
import { storeWrite } from "./store-write.ts";
import type { Store, StorePatch, UpdateStore } from "./stores.schema.ts";
import { zoneOfStore } from "./zone-of-store.ts";

/** What to write: a field left out stays; null becomes the default, or nothing where there is none. */
function changes(patch: StorePatch, country: string, now: Date) {
  const { widgetToken: _ours, currency, timezone, areaType, links, ...fields } = patch;
  return {
    ...fields,
    ...(currency !== undefined && { currency: currency ?? defaultCurrency(country) }),
    ...(timezone !== undefined && { timezone: zoneOfStore({ country, timezone }, now, "") }),
    ...(areaType !== undefined && { areaType: areaType ?? "suburban" }),
    ...(links !== undefined && { links: links ?? [] }),
  };
}

/**
 * Changes a store by JSON Merge Patch (contract §2). A country that changes leaves currency and time zone as they are.
 * @throws RetailerNotFound, StoreNotFound, PreconditionFailed, ExternalIdTaken; ValidationFailed when the time zone is cleared and the
 *   country has several
 */
export async function updateStore(ctx: Context, input: UpdateStore): Promise<Store> {
  const now = ctx.now();
  const store = await findStore(ctx, input);
  checkVersion(ctx, store.version);
  const data = changes(input.body, input.body.country ?? store.country, now);
  if (!Object.keys(data).length) return presentStore(store);
  const { retailerId, storeId: id } = store;
  try {
    return await ctx.db.transaction(async (tx) => {
      const inside = { ...ctx, db: within(ctx.db, tx) };
      await lockStores(tx, retailerId, [id]);
      const before = await findStore(inside, input);
      checkVersion(ctx, before.version);
      await tx.prisma.store.update({
        where: { retailerId_id: { retailerId, id } },
        data: { ...data, version: { increment: 1 }, updatedAt: now },
        select: { id: true },
      });
      const after = await findStore(inside, input);
      await recordHistory(ctx, tx, [storeWrite(before, after)]);
      return presentStore(after);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw storeExternalIdTaken();
    if (isMissingRow(error)) throw storeNotFound();
    throw error;
  }
}
