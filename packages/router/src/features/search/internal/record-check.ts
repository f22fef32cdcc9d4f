import { isDeepStrictEqual } from "node:util";
import type { Tx } from "@highstreet/db";
import { type ChannelRow, channelKinds, readChannel, saveChannel } from "../../../core/channels/index.ts";
import { lockStores } from "../../../core/log/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { beginListings, endListings, resumeListings, sendingTrouble } from "../../listings/index.ts";
import { channelState, isUnavailable, searchParameters, shownParameters } from "./channel-state.ts";
import { type ClaimedCheck, ClaimLost, readClaimed } from "./claim-checks.ts";
import { holderOf, releaseLocation } from "./locations.ts";
import { nextCheck } from "./next-check.ts";
import { LOCATION_UNAVAILABLE } from "./search-warnings.ts";
import { type SetupRow, updateSetup, widgetSeenAt } from "./setup-row.ts";

/** The rows that a step changes, read under the store's lock. */
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

/** Starts data sending, starts it again for a new place, or resumes it after access has come back. */
async function followSending({ tx, setup, now }: Held, after: SetupRow): Promise<void> {
  if (!after.sendingAt) return;
  if (after.sendingAt.getTime() !== setup.sendingAt?.getTime()) await beginListings(tx, after, now);
  else if (after.accessAt && !setup.accessAt) await resumeListings(tx, after, now);
}

/** Records a step as soon as the provider has done it. @throws ClaimLost */
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

/** The result of a check. */
export interface CheckResult {
  setup: SetupRow;
  /** Only of a live channel. */
  storefrontUrl: string | null;
  /** The provider asked for a pause of this length. */
  retryAfterMs: number;
}

/** Whether our access was taken back. */
const isLost = (before: SetupRow, after: SetupRow): boolean => before.accessAt !== null && !after.accessAt;

/** Whether a check changed a value that local ads depend on, other than the status. */
const movesAds = (before: SetupRow, after: SetupRow): boolean =>
  before.merchantId !== after.merchantId ||
  before.profile?.latitude !== after.profile?.latitude ||
  before.profile?.longitude !== after.profile?.longitude;

/** The start of the channel's wait. The wait starts again when the location becomes free or access is lost. */
function waitsSince({ setup, channel, now }: Held, isTaken: boolean, after: SetupRow): Date {
  const wasTaken = channel.warnings.some(({ id }) => id === LOCATION_UNAVAILABLE);
  const startsAgain = (wasTaken && !isTaken) || isLost(setup, after);
  return startsAgain ? now : (channel.waitingSince ?? channel.createdAt);
}

/** Ends a check: saves its result, updates the channel, and plans the next check. @throws ClaimLost */
export async function recordCheck(ctx: Context, claim: ClaimedCheck, result: CheckResult): Promise<void> {
  await withClaim(ctx, claim, async (held) => {
    const { tx, channel, now } = held;
    if (isLost(held.setup, result.setup)) {
      await releaseLocation(tx, claim.locationId, claim, { isGivenUp: false, now });
    }
    const holder = await holderOf(tx, claim.locationId, claim);
    const waitingSince = waitsSince(held, isUnavailable(result.setup, holder), result.setup);
    const when = { waitingSince, now, providers: ctx.providers, retryAfterMs: result.retryAfterMs };
    const setup: SetupRow = { ...result.setup, checkedAt: now, nextCheckAt: nextCheck(result.setup, when) };
    await followSending(held, setup);
    // The location has moved, so this store does not continue to send.
    if (held.setup.sendingAt && holder === "another") await endListings(tx, setup);
    await updateSetup(tx, setup);
    const { businessAccountId } = searchParameters(channel);
    const storeCode = (setup.storeCodeAt && setup.profile?.storeCode) ?? setup.givenStoreCode;
    const after: ChannelRow = {
      ...channel,
      ...channelState(setup, {
        ...{ holder, widgetSeenAt: await widgetSeenAt(tx, claim), sending: await sendingTrouble(tx, claim), now },
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
