import { ProviderError, providersFor } from "@highstreet/providers";
import { readChannel } from "../../../core/channels/index.ts";
import { forRetailer, providerMs } from "../../../core/provider-state/index.ts";
import { findStore } from "../../../core/stores/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { type ClaimedCheck, ClaimLost } from "./claim-checks.ts";
import { holderOf, takeLocation } from "./locations.ts";
import { type CheckResult, recordCheck, recordStep } from "./record-check.ts";
import { readListingState, registerStore, settleStoreCode } from "./register-store.ts";
import { codesIn, emptySetup, type KnownProfile, type SetupRow } from "./setup-row.ts";

/** Two lookups in a row, this far apart, do not find the location. */
const ACCESS_LOST_MS = 60_000;

/** `setup` contains the recorded steps. */
export interface Check {
  ctx: Context;
  claim: ClaimedCheck;
  setup: SetupRow;
}

/** Keeps the sent values, in case access comes back. */
function closed(setup: SetupRow, now: Date): SetupRow {
  const { accessAt, registeredStore, sendingAt, sentAt } = setup;
  if (!accessAt) return { ...setup, foundClosedAt: setup.foundClosedAt ?? now, contestedAt: null };
  return { ...setup, ...emptySetup, registeredStore, sendingAt, sentAt, foundClosedAt: now };
}

/**
 * @returns undefined without access for this store
 * @throws ProviderError `no-access` if access may be lost
 */
async function readOwnProfile(check: Check): Promise<KnownProfile | undefined> {
  const { ctx, claim, setup } = check;
  const seen = await ctx.providers.search.readProfile(setup.locationId);
  const now = ctx.now();
  if (!seen) {
    const since = setup.accessMissingSince ?? now;
    if (
      setup.accessAt &&
      now.getTime() - since.getTime() < providerMs(providersFor(ctx.providers, setup.locationId), ACCESS_LOST_MS)
    ) {
      check.setup = { ...setup, accessMissingSince: since };
      throw new ProviderError("no-access", "Google did not show us the location. We check again.");
    }
    check.setup = closed(setup, now);
    return undefined;
  }
  const { labels: _, ...profile } = seen;
  check.setup = setup.accessAt
    ? { ...setup, accessMissingSince: null, profile }
    : await recordStep(ctx, claim, (held) => takeLocation(held, seen));
  return check.setup.accessAt ? profile : undefined;
}

/** The owner of another store's location may have added this store's code to the profile. */
async function lookForCode(check: Check): Promise<undefined> {
  const { ctx, claim } = check;
  check.setup = { ...check.setup, ...emptySetup };
  const seen = await ctx.providers.search.readProfile(claim.locationId);
  if (!seen || !codesIn(seen.labels).includes(claim.verificationCode)) return undefined;
  check.setup = await recordStep(ctx, claim, (held) => takeLocation(held, seen));
  // A check of the previous store may be setting the store code.
  return undefined;
}

/** Takes all possible steps, and records each before the next. @returns the storefront's address */
async function advance(check: Check): Promise<string | null> {
  const { ctx, claim } = check;
  const holder = await holderOf(ctx.db, claim.locationId, claim);
  if (holder === "ending") {
    check.setup = { ...check.setup, ...emptySetup };
    return null;
  }
  const profile = await (holder === "another" ? lookForCode(check) : readOwnProfile(check));
  if (!profile) return null;
  // If listings already show, the search engine decides.
  if (profile.standing !== "good" && !check.setup.sendingAt) return null;
  if (!(await settleStoreCode(check))) return null;
  if (!(await registerStore(check, await findStore(ctx, claim)))) return null;
  return readListingState(check);
}

/**
 * An interrupted check is repeated when its claim has ended. A caller that changes the channel takes the claim, and then the rest of this
 * check is not recorded.
 */
export function checkSearchChannel(ctx: Context, claim: ClaimedCheck): Promise<void> {
  return forRetailer(ctx, claim.retailerId, () => checkClaimed(ctx, claim));
}

async function checkClaimed(ctx: Context, claim: ClaimedCheck): Promise<void> {
  const check: Check = { ctx, claim, setup: claim };
  const result: Omit<CheckResult, "setup"> = { storefrontUrl: null, retryAfterMs: 0 };
  try {
    try {
      check.setup = { ...check.setup, problem: null };
      result.storefrontUrl = await advance(check);
      check.setup = { ...check.setup, failures: 0 };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const { kind, message } = error;
      check.setup = { ...check.setup, failures: check.setup.failures + 1, problem: { kind, message } };
      result.storefrontUrl = (await readChannel(ctx.db, claim, "search"))?.storefrontUrl ?? null;
      result.retryAfterMs = error.retryAfterMs ?? 0;
    }
    await recordCheck(ctx, claim, { ...result, setup: check.setup });
  } catch (error) {
    if (!(error instanceof ClaimLost)) throw error;
  }
}
