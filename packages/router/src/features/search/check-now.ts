import { ProviderError } from "@highstreet/providers";
import type { StoreIds } from "../../core/channels/index.ts";
import { forRetailer, providerMs } from "../../core/provider-state/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { acceptInvitations } from "./accept-invitations.ts";
import { presentSetup } from "./get-setup.ts";
import { checkSearchChannel } from "./internal/check-search-channel.ts";
import { claimCheck } from "./internal/claim-checks.ts";
import type { OfStore, SearchSetup } from "./setup.schema.ts";

/** All retailers share the search engine's quota, so a repeated check within this time shows the last result. */
const FRESH_MS = 3_000;

const isProvidersFault = (error: unknown): boolean =>
  error instanceof ProviderError || (error instanceof AggregateError && error.errors.every(isProvidersFault));

/** @returns whether an invitation was accepted; after a failure of the provider, the next run of the job tries again */
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
 * Checks a store's search channel at once, and accepts an invitation for it.
 * @returns null if the channel is not enabled
 * @throws RetailerNotFound, StoreNotFound
 */
export async function checkNow(ctx: Context, input: OfStore): Promise<SearchSetup | null> {
  const store = await findStore(ctx, input);
  if ((await check(ctx, store, FRESH_MS)) && (await accept(ctx, store))) await check(ctx, store, 0);
  return presentSetup(ctx, store);
}
