import { ProviderError } from "@highstreet/providers";
import type { StoreIds } from "../../core/channels/index.ts";
import { forRetailer, providerMs, runEnd } from "../../core/provider-state/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { forEachConcurrent } from "../../kernel/jobs.ts";
import { presentSetup } from "./get-setup.ts";
import { checkSearchChannel } from "./internal/check-search-channel.ts";
import { claimCheck, claimDueChecks } from "./internal/claim-checks.ts";
import { acceptInvitations } from "./location-access.ts";
import type { OfStore, SearchSetup } from "./setup.schema.ts";

/**
 * Until none is due, for about a minute at most. Each check is claimed by one run, so runs may overlap.
 * @returns the number of channels checked
 * @throws AggregateError with all errors on our side; these channels are due again when their claims end
 */
export async function checkSearchChannels(ctx: Context): Promise<number> {
  const end = runEnd(ctx.now());
  let checked = 0;
  const claim = () => claimDueChecks(ctx.db, ctx.now(), ctx.providers);
  for (let claims = await claim(); claims.length; claims = await claim()) {
    await forEachConcurrent(claims, (one) => checkSearchChannel(ctx, one));
    checked += claims.length;
    if (ctx.now() >= end) break;
  }
  return checked;
}

/** All retailers share the quota, so a repeated check within this time shows the last result. */
const FRESH_MS = 3_000;

const isProvidersFault = (error: unknown): boolean =>
  error instanceof ProviderError || (error instanceof AggregateError && error.errors.every(isProvidersFault));

/** @returns whether an invitation was accepted */
async function accept(ctx: Context, store: StoreIds): Promise<boolean> {
  try {
    return (await forRetailer(ctx, store.retailerId, () => acceptInvitations(ctx, store))) > 0;
  } catch (error) {
    if (isProvidersFault(error)) return false;
    throw error;
  }
}

/** @param freshMs minimum age of the last check @returns whether the channel was checked */
async function check(ctx: Context, store: StoreIds, freshMs: number): Promise<boolean> {
  const now = ctx.now();
  const { providers } = ctx;
  const checkedBy = new Date(now.getTime() - providerMs(providers, freshMs));
  const claim = await claimCheck(ctx.db, store, { now, providers, checkedBy });
  if (claim) await checkSearchChannel(ctx, claim);
  return !!claim;
}

/**
 * Checks a channel at once, and accepts an invitation for it.
 * @returns null if the channel is not enabled
 * @throws RetailerNotFound, StoreNotFound
 */
export async function checkNow(ctx: Context, input: OfStore): Promise<SearchSetup | null> {
  const store = await findStore(ctx, input);
  if ((await check(ctx, store, FRESH_MS)) && (await accept(ctx, store))) await check(ctx, store, 0);
  return presentSetup(ctx, store);
}
