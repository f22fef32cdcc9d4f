import type { Check } from "./check-search-channel.ts";
import { recordStep } from "./record-check.ts";

/** A store code for a profile that has none. */
const madeStoreCode = (storeId: string): string => `HS${storeId.replaceAll("-", "").slice(-12).toUpperCase()}`;

/**
 * Brings a store code into force: the profile's own; where it has none, the one given, or one that is made. An existing one
 * is never overwritten. @returns whether one is in force
 */
export async function settleStoreCode(check: Check): Promise<boolean> {
  const { ctx, claim, setup } = check;
  const { profile, givenStoreCode } = setup;
  if (!profile) return false;
  if (givenStoreCode && profile.storeCode && profile.storeCode !== givenStoreCode) return false;
  const storeCode = profile.storeCode ?? givenStoreCode ?? madeStoreCode(setup.storeId);
  if (!profile.storeCode) await ctx.providers.search.setStoreCode(setup.locationId, storeCode);
  if (setup.storeCodeAt && profile.storeCode) return true;
  check.setup = await recordStep(ctx, claim, async ({ now }) => ({
    ...setup,
    profile: { ...profile, storeCode },
    storeCodeAt: now,
  }));
  return true;
}
