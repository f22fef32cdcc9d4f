import { isDeepStrictEqual } from "node:util";
import type { Tx } from "@highstreet/db";
import { type ChannelRow, channelKinds, readChannel, saveChannel } from "../../core/channels/index.ts";
import { lockStores } from "../../core/log/index.ts";
import type { Context } from "../../kernel/context.ts";
import { beginListings, endListings, resumeListings, sendingTrouble } from "../listings/index.ts";
import { channelState, isUnavailable } from "./channel-state.ts";
import { type ClaimedCheck, ClaimLost, readClaimed } from "./claim-checks.ts";
import { holderOf, releaseLocation } from "./location-claim.ts";
import { nextCheck } from "./next-check.ts";
import { searchParameters, shownParameters } from "./search-row.ts";
import { LOCATION_UNAVAILABLE } from "./search-warnings.ts";
import { type SetupRow, saveSetup } from "./setup-row.ts";
import { widgetSeenAt } from "./widget-seen.ts";

/** What a change works on, under the store's lock. */
export interface Held {
  tx: Tx;
  setup: SetupRow;
  channel: ChannelRow;
  now: Date;
}

/** Changes what is kept of a setup, while the check still holds. @throws ClaimLost */
async function change<Result>(
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

/** Sending begins, maybe anew: to another place than before; or it goes on, now that we are let in again. */
function followSending({ tx, setup, now }: Held, after: SetupRow): void {
  if (!after.sendingAt) return;
  if (after.sendingAt.getTime() !== setup.sendingAt?.getTime()) beginListings(tx, after, now);
  else if (after.accessAt && !setup.accessAt) resumeListings(tx, after, now);
}

/** Keeps a step that was made at the provider, as soon as it is made. @throws ClaimLost */
export function recordStep(
  ctx: Context,
  claim: ClaimedCheck,
  step: (held: Held) => Promise<SetupRow>,
): Promise<SetupRow> {
  return change(ctx, claim, async (held) => {
    const after = await step(held);
    followSending(held, after);
    await saveSetup(held.tx, after);
    return after;
  });
}

/** What a check came to. */
export interface Seen {
  setup: SetupRow;
  /** Of a channel that is live. */
  storefrontUrl: string | null;
  /** The provider asked not to be called for so long. */
  retryAfterMs: number;
}

/** Our access was taken back. */
const isLost = (before: SetupRow, after: SetupRow): boolean => before.accessAt !== null && !after.accessAt;

/** What a store's ads rest on, beside whether the channel is connected. */
const movesAds = (before: SetupRow, after: SetupRow): boolean =>
  before.merchantId !== after.merchantId ||
  before.profile?.latitude !== after.profile?.latitude ||
  before.profile?.longitude !== after.profile?.longitude;

/** Since when the channel waits: anew when the location has become free, or our access was lost. */
function waitsSince({ setup, channel, now }: Held, isTaken: boolean, after: SetupRow): Date {
  const wasTaken = channel.warnings.some(({ id }) => id === LOCATION_UNAVAILABLE);
  const isAnew = (wasTaken && !isTaken) || isLost(setup, after);
  return isAnew ? now : (channel.waitingSince ?? channel.createdAt);
}

/** Ends a check: what was seen, what the channel is by it, and when to look again. @throws ClaimLost */
export async function recordCheck(ctx: Context, claim: ClaimedCheck, seen: Seen): Promise<void> {
  await change(ctx, claim, async (held) => {
    const { tx, channel, now } = held;
    if (isLost(held.setup, seen.setup)) {
      await releaseLocation(tx, claim.locationId, claim, { isGivenUp: false, now });
    }
    const holder = await holderOf(tx, claim.locationId, claim);
    const waitingSince = waitsSince(held, isUnavailable(seen.setup, holder), seen.setup);
    const when = { waitingSince, now, speed: ctx.providers.speed, retryAfterMs: seen.retryAfterMs };
    const setup: SetupRow = { ...seen.setup, checkedAt: now, nextCheckAt: nextCheck(seen.setup, when) };
    followSending(held, setup);
    // The location has moved, so this store does not continue to send.
    if (held.setup.sendingAt && holder === "another") endListings(tx, setup);
    await saveSetup(tx, setup);
    const { businessAccountId } = searchParameters(channel);
    const storeCode = (setup.storeCodeAt && setup.profile?.storeCode) ?? setup.givenStoreCode;
    const after: ChannelRow = {
      ...channel,
      ...channelState(setup, {
        ...{ holder, widgetSeenAt: await widgetSeenAt(tx, claim), sending: await sendingTrouble(tx, claim), now },
      }),
      parameters: shownParameters(setup, { storeCode, businessAccountId }),
      waitingSince,
      storefrontUrl: setup.liveAt ? seen.storefrontUrl : null,
    };
    if (!isDeepStrictEqual(after, channel)) await saveChannel(tx, channel, after, now);
    if (after.status === channel.status && !movesAds(held.setup, setup)) return;
    for (const kind of channelKinds()) await kind.onSearchChanged?.(tx, claim, now);
  });
}
