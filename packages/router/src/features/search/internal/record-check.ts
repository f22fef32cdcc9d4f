import { isDeepStrictEqual } from "node:util";
import type { Tx } from "@highstreet/db";
import { providersFor } from "@highstreet/providers";
import { shopTime } from "../../../access/find-retailer.ts";
import { type ChannelRow, channelKinds, readChannel, saveChannel } from "../../../core/channels/index.ts";
import { lockStores } from "../../../core/log/index.ts";
import { backoffMs, type Paced, providerMs } from "../../../core/provider-state/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { beginListings, endListings, resumeListings, sendingTrouble } from "../../listings/index.ts";
import { channelState, findObstacle, isUnavailable, searchParameters, shownParameters } from "./channel-state.ts";
import { type ClaimedCheck, ClaimLost, readClaimed } from "./claim-checks.ts";
import { holderOf, releaseLocation } from "./locations.ts";
import { LOCATION_UNAVAILABLE } from "./search-warnings.ts";
import { type SetupRow, updateSetup, widgetSeenAt } from "./setup-row.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface When {
  waitingSince: Date;
  now: Date;
  providers: Paced;
  retryAfterMs: number;
  /** Real time, as the longest pause of a test retailer beside live ones. */
  longest?: Paced;
}

const isHealthy = (setup: SetupRow): boolean => !!setup.liveAt && !setup.failures && !findObstacle(setup);

/** Waits for more than a day without an invitation. */
const isForgotten = ({ accessAt, invitationAt, failures }: SetupRow, { waitingSince, now }: When): boolean =>
  !accessAt && !invitationAt && !failures && now.getTime() - waitingSince.getTime() > DAY;

/** Before its limits are applied. */
function pauseOf(setup: SetupRow, when: When): number {
  const { waitingSince, now, providers } = when;
  const { failures, problem, accessAt, liveAt } = setup;
  const hour = providerMs(providers, HOUR);
  if (problem?.kind === "refused" || problem?.kind === "setup") return hour;
  if (failures) return providerMs(providers, backoffMs(failures, MINUTE, DAY));
  // All stores share the quota: hourly checks on the first day, daily checks after a month.
  if (liveAt) return isHealthy(setup) ? Math.max(hour, (now.getTime() - liveAt.getTime()) / 24) : hour;
  // An invitation brings the check forward (`acceptInvitations`).
  if (isForgotten(setup, when)) return providerMs(providers, (now.getTime() - waitingSince.getTime()) / 24);
  // Each pause is half as long again as the one before.
  const progress = [waitingSince, setup.invitationAt, accessAt, setup.storeCodeAt, setup.sendingAt];
  const since = Math.max(...progress.map((time) => time?.getTime() ?? 0));
  return (now.getTime() - since) / 2;
}

/** Pauses grow while nothing changes, from a minute to an hour, and to a day for live listings and for long waits. */
export function nextCheck(setup: SetupRow, when: When): Date {
  const { waitingSince, now, providers, retryAfterMs, longest = providers } = when;
  const most = providerMs(longest, isHealthy(setup) || isForgotten(setup, when) ? DAY : HOUR);
  // The older a channel of a test retailer is, the fewer checks it gets.
  const aged = longest === providers ? 0 : (now.getTime() - waitingSince.getTime()) / 24;
  const pause = Math.max(providerMs(providers, MINUTE), pauseOf(setup, when), aged);
  // For the fast sandbox.
  const shortest = setup.liveAt ? 5 * SECOND : SECOND;
  return new Date(now.getTime() + Math.max(shortest, Math.min(most, pause), retryAfterMs));
}

export interface Held {
  tx: Tx;
  setup: SetupRow;
  channel: ChannelRow;
  now: Date;
}

/** Runs `work` under the store's lock while the claim is valid. @throws ClaimLost */
async function withClaim<Result>(
  ctx: Context,
  claim: ClaimedCheck,
  work: (held: Held) => Promise<Result>,
): Promise<Result> {
  return ctx.db.transaction(claim, async (tx) => {
    await lockStores(tx, claim.retailerId, [claim.storeId]);
    const setup = await readClaimed(tx, claim);
    const channel = await readChannel(tx, claim, "search");
    if (!channel) throw new ClaimLost();
    return work({ tx, setup, channel, now: ctx.now() });
  });
}

/** Starts sending, starts again for a new place, or resumes after access has come back. */
async function followSending({ tx, setup, now }: Held, after: SetupRow): Promise<void> {
  if (!after.sendingAt) return;
  if (after.sendingAt.getTime() !== setup.sendingAt?.getTime()) await beginListings(tx, after, now);
  else if (after.accessAt && !setup.accessAt) await resumeListings(tx, after, now);
}

/** As soon as the provider has done it. @throws ClaimLost */
export function recordStep(
  ctx: Context,
  claim: ClaimedCheck,
  step: (held: Held) => Promise<SetupRow>,
): Promise<SetupRow> {
  return withClaim(ctx, claim, async (held) => {
    const after = await step(held);
    await followSending(held, after);
    await updateSetup(held.tx, after);
    return after;
  });
}

export interface CheckResult {
  setup: SetupRow;
  storefrontUrl: string | null;
  /** The provider asked for this pause. */
  retryAfterMs: number;
}

const isLost = (before: SetupRow, after: SetupRow): boolean => before.accessAt !== null && !after.accessAt;

/** A value that local ads depend on, other than the status. */
const movesAds = (before: SetupRow, after: SetupRow): boolean =>
  before.merchantId !== after.merchantId ||
  before.profile?.latitude !== after.profile?.latitude ||
  before.profile?.longitude !== after.profile?.longitude;

/** The wait starts again when the location becomes free or access is lost. */
function waitsSince({ setup, channel, now }: Held, isTaken: boolean, after: SetupRow): Date {
  const wasTaken = channel.warnings.some(({ id }) => id === LOCATION_UNAVAILABLE);
  const startsAgain = (wasTaken && !isTaken) || isLost(setup, after);
  return startsAgain ? now : (channel.waitingSince ?? channel.createdAt);
}

/** Saves the result, updates the channel, and plans the next check. @throws ClaimLost */
export async function recordCheck(ctx: Context, claim: ClaimedCheck, result: CheckResult): Promise<void> {
  await withClaim(ctx, claim, async (held) => {
    const { tx, channel, now } = held;
    if (isLost(held.setup, result.setup)) {
      await releaseLocation(tx, claim.locationId, claim, { isGivenUp: false, now });
    }
    const holder = await holderOf(tx, claim.locationId, claim);
    const waitingSince = waitsSince(held, isUnavailable(result.setup, holder), result.setup);
    const providers = providersFor(ctx.providers, claim.locationId);
    const when = { waitingSince, now, providers, retryAfterMs: result.retryAfterMs, longest: ctx.providers };
    const setup: SetupRow = { ...result.setup, checkedAt: now, nextCheckAt: nextCheck(result.setup, when) };
    await followSending(held, setup);
    // The location has moved.
    if (held.setup.sendingAt && holder === "another") await endListings(tx, setup);
    await updateSetup(tx, setup);
    const { businessAccountId } = searchParameters(channel);
    const storeCode = (setup.storeCodeAt && setup.profile?.storeCode) ?? setup.givenStoreCode;
    const after: ChannelRow = {
      ...channel,
      ...channelState(setup, {
        holder,
        widgetSeenAt: await widgetSeenAt(tx, claim),
        sending: await sendingTrouble(tx, claim),
        now: await shopTime(tx, claim.retailerId, now),
      }),
      parameters: shownParameters(setup, { storeCode, businessAccountId }),
      waitingSince,
      storefrontUrl: setup.liveAt ? result.storefrontUrl : null,
    };
    if (!isDeepStrictEqual(after, channel)) await saveChannel(tx, channel, after, "worker", now);
    if (after.status === channel.status && !movesAds(held.setup, setup)) return;
    for (const kind of channelKinds()) await kind.onSearchChanged?.(tx, claim, now);
  });
}
