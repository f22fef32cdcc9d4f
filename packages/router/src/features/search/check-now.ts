import { ProviderError } from "@highstreet/providers";
import type { StoreIds } from "../../core/channels/index.ts";
import { forRetailer, providerMs } from "../../core/provider-state/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { acceptInvitations } from "./accept-invitations.ts";
import { checkSearchChannel } from "./check-search-channel.ts";
import { claimCheck } from "./claim-checks.ts";
import { presentSetup } from "./get-setup.ts";
import type { OfStore, SearchSetup } from "./setup.schema.ts";

/** Real life's. All retailers share the search engine's quota: whoever asks again sooner sees what was seen last. */
const FRESH_MS = 3_000;

const isOutside = (error: unknown): boolean =>
  error instanceof ProviderError || (error instanceof AggregateError && error.errors.every(isOutside));

/** @returns whether an invitation was accepted; where that fails, the next run of the job tries again */
async function accept(ctx: Context, store: StoreIds): Promise<boolean> {
  try {
    return (await forRetailer(ctx, store.retailerId, () => acceptInvitations(ctx, store))) > 0;
  } catch (error) {
    if (isOutside(error)) return false;
    throw error;
  }
}

/** @param freshMs how old what is known must be @returns whether it was looked at */
async function check(ctx: Context, store: StoreIds, freshMs: number): Promise<boolean> {
  const now = ctx.now();
  const { providers } = ctx;
  const checkedBy = new Date(now.getTime() - providerMs(providers, freshMs));
  const claim = await claimCheck(ctx.db, store, { now, providers, checkedBy });
  if (claim) await checkSearchChannel(ctx, claim);
  return !!claim;
}

/**
 * Looks at once how a store's search channel stands, and accepts an invitation that has come for it.
 * @returns null: the channel is not enabled
 * @throws RetailerNotFound, StoreNotFound
 */
export async function checkNow(ctx: Context, input: OfStore): Promise<SearchSetup | null> {
  const store = await findStore(ctx, input);
  if ((await check(ctx, store, FRESH_MS)) && (await accept(ctx, store))) await check(ctx, store, 0);
  return presentSetup(ctx, store);
}
