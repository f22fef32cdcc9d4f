import type { Write } from "../history/index.ts";
import { adsCurrency, type ChannelRecord, type UpcomingBudget, type Warning } from "./channel.schema.ts";
import { channelKind } from "./channel-kinds.ts";
import { aboutChannel } from "./channel-names.ts";
import type { ChannelRow, StoreIds } from "./channel-row.ts";

/** Budgets are stored in pence. The API shows pounds. */
export const penceToPounds = (pence: number): number => pence / 100;

/** A time in a store's time zone with its numeric offset (also `+00:00`), so that midnight is visible. */
function inZone(time: Date, timezone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(time.getTime())
    .toZonedDateTimeISO(timezone)
    .toString({ timeZoneName: "never", smallestUnit: "second" });
}

/** An upcoming budget of local ads. @param timezone of the store */
export function presentUpcoming(pence: number, activates: Date, timezone: string): UpcomingBudget {
  return { dailyBudget: penceToPounds(pence), currency: adsCurrency, activates: inZone(activates, timezone) };
}

function secretFields({ channel, previousSecretUntil }: ChannelRow) {
  return channel === "webhooks" ? { previousSecretUntil: previousSecretUntil?.toISOString() ?? null } : {};
}

function adsFields(row: ChannelRow, timezone: string) {
  if (row.channel !== "local_ads") return {};
  return {
    parameters: { ...row.parameters, currency: adsCurrency },
    dailyBudget: penceToPounds(row.dailyBudget ?? 0),
    currency: adsCurrency,
    upcomingChange:
      row.upcomingBudget !== null && row.upcomingActivates !== null
        ? presentUpcoming(row.upcomingBudget, row.upcomingActivates, timezone)
        : null,
  };
}

/** Time for which a channel warns of a given-up event. */
const GIVEN_UP_MS = 24 * 3_600_000;

/** Stays out of the stored warnings, because it ends by time alone. */
const deliveriesFailed: Warning = {
  id: "WebhookDeliveriesFailed",
  message:
    "In the last 24 hours we gave up at least one delivery. The log of deliveries lists it as failed. You can send it again.",
};

function warningsOf({ warnings, lastGivenUpAt }: ChannelRow, now: Date): Warning[] {
  const isRecent = lastGivenUpAt !== null && now.getTime() - lastGivenUpAt.getTime() < GIVEN_UP_MS;
  return isRecent ? [...warnings, deliveriesFailed] : warnings;
}

/**
 * The channel record of the API.
 * @param timezone of the store
 */
export function presentChannel(row: ChannelRow, timezone: string, now: Date): ChannelRecord {
  return {
    id: row.channel,
    channel: aboutChannel(row.channel),
    status: row.status,
    warnings: warningsOf(row, now),
    parameters: row.parameters,
    nextSteps: channelKind(row.channel).nextSteps?.(row),
    storefrontUrl: row.storefrontUrl,
    ...adsFields(row, timezone),
    ...secretFields(row),
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** The history entry of a change. `before` is undefined for a new channel, and `after` for a removed one. */
export function channelWrite(
  { retailerId, storeId }: StoreIds,
  before: ChannelRecord | undefined,
  after: ChannelRecord | undefined,
): Write {
  return {
    retailerId,
    action: before ? (after ? "channel.update" : "channel.remove") : "channel.enable",
    target: { type: "channel", id: (after ?? before)?.id ?? null, storeId },
    before: before ?? null,
    after: after ?? null,
  };
}
