import { ProviderError } from "@highstreet/providers";
import { readChannel } from "../../core/channels/index.ts";
import { forRetailer } from "../../core/provider-state/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { type ClaimedCheck, ClaimLost } from "./claim-checks.ts";
import { introduceStore } from "./introduce-store.ts";
import { holderOf } from "./location-claim.ts";
import { readListingState } from "./read-listing-state.ts";
import { recordCheck, recordStep, type Seen } from "./record-check.ts";
import { settleStoreCode } from "./settle-store-code.ts";
import { type KnownProfile, nothingKnown, type SetupRow } from "./setup-row.ts";
import { takeLocation } from "./take-location.ts";
import { codesIn } from "./verification-code.ts";

/** Real life's: we may manage a location no more when two looks in a row, this far apart, do not find it. */
const SURELY_MS = 60_000;

/** What is under way: the setup as far as it is recorded. */
export interface Check {
  ctx: Context;
  claim: ClaimedCheck;
  setup: SetupRow;
}

/** The location is closed to us. Where it is let in again, and nothing else has changed, what was sent is not sent anew. */
function closed(setup: SetupRow, now: Date): SetupRow {
  const { accessAt, told, sendingAt, sentAt } = setup;
  if (!accessAt) return { ...setup, closedAt: setup.closedAt ?? now, contestedAt: null };
  return { ...setup, ...nothingKnown, told, sendingAt, sentAt, closedAt: now };
}

/**
 * Looks whether we may manage the location.
 * @returns undefined: we may not, or not for this store
 * @throws ProviderError `no-access`: we might not any more
 */
async function lookAtProfile(check: Check): Promise<KnownProfile | undefined> {
  const { ctx, claim, setup } = check;
  const seen = await ctx.providers.search.readProfile(setup.locationId);
  const now = ctx.now();
  if (!seen) {
    const since = setup.closedAt ?? now;
    if (setup.accessAt && now.getTime() - since.getTime() < SURELY_MS / ctx.providers.speed) {
      check.setup = { ...setup, closedAt: since };
      throw new ProviderError("no-access", "The search engine did not show us the location; we look again.");
    }
    check.setup = closed(setup, now);
    return undefined;
  }
  const { labels: _, ...profile } = seen;
  check.setup = setup.accessAt
    ? { ...setup, closedAt: null, profile }
    : await recordStep(ctx, claim, (held) => takeLocation(held, seen));
  return check.setup.accessAt ? profile : undefined;
}

/** Checks whether the owner of another store's location has added this store's code to the profile. */
async function lookForCode(check: Check): Promise<undefined> {
  const { ctx, claim } = check;
  check.setup = { ...check.setup, ...nothingKnown };
  const seen = await ctx.providers.search.readProfile(claim.locationId);
  if (!seen || !codesIn(seen.labels).includes(claim.verificationCode)) return undefined;
  check.setup = await recordStep(ctx, claim, (held) => takeLocation(held, seen));
  // A check of the previous store may be setting the store code. The next check of this store continues.
  return undefined;
}

/** Goes as far as it can be gone today; every step that is made is recorded before the next. @returns the storefront's address */
async function advance(check: Check): Promise<string | null> {
  const { ctx, claim } = check;
  const holder = await holderOf(ctx.db, claim.locationId, claim);
  if (holder === "ending") {
    check.setup = { ...check.setup, ...nothingKnown };
    return null;
  }
  const profile = await (holder === "another" ? lookForCode(check) : lookAtProfile(check));
  if (!profile) return null;
  // What shows already is the search engine's to take down.
  if (profile.standing !== "good" && !check.setup.sendingAt) return null;
  if (!(await settleStoreCode(check))) return null;
  if (!(await introduceStore(check, await findStore(ctx, claim)))) return null;
  return readListingState(check);
}

/**
 * Looks how a store's search channel stands, takes the steps that can be taken (contract §5, search), and records each as it
 * is made. Killed anywhere, it is done again when the claim has run out, and finds what it did; whoever changes the channel
 * meanwhile takes the claim away, and the rest is not recorded.
 */
export function checkSearchChannel(ctx: Context, claim: ClaimedCheck): Promise<void> {
  return forRetailer(ctx, claim.retailerId, () => checkClaimed(ctx, claim));
}

async function checkClaimed(ctx: Context, claim: ClaimedCheck): Promise<void> {
  const check: Check = { ctx, claim, setup: claim };
  const seen: Omit<Seen, "setup"> = { storefrontUrl: null, retryAfterMs: 0 };
  try {
    try {
      check.setup = { ...check.setup, problem: null };
      seen.storefrontUrl = await advance(check);
      check.setup = { ...check.setup, failures: 0 };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const { kind, message } = error;
      check.setup = { ...check.setup, failures: check.setup.failures + 1, problem: { kind, message } };
      seen.storefrontUrl = (await readChannel(ctx.db, claim, "search"))?.storefrontUrl ?? null;
      seen.retryAfterMs = error.retryAfterMs ?? 0;
    }
    await recordCheck(ctx, claim, { ...seen, setup: check.setup });
  } catch (error) {
    if (!(error instanceof ClaimLost)) throw error;
  }
}
