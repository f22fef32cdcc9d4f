import { aboutChannel } from "./about-channel.ts";
import type { ChannelRecord } from "./channel.schema.ts";
import type { ChannelRow } from "./channel-row.ts";
import { poundsOf } from "./pounds-of.ts";

/** A time as a store's own clock shows it, with its numeric offset (also `+00:00`), so that midnight is visible. */
export function inZone(time: Date, timezone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(time.getTime())
    .toZonedDateTimeISO(timezone)
    .toString({ timeZoneName: "never", smallestUnit: "second" });
}

function secretFields({ channel, previousSecretUntil }: ChannelRow) {
  return channel === "webhooks" ? { previousSecretUntil: previousSecretUntil?.toISOString() ?? null } : {};
}

function adsFields(row: ChannelRow, timezone: string) {
  if (row.channel !== "local_ads") return {};
  return {
    dailyBudget: poundsOf(row.dailyBudget ?? 0),
    upcomingChange:
      row.upcomingBudget !== null && row.upcomingActivates !== null
        ? { dailyBudget: poundsOf(row.upcomingBudget), activates: inZone(row.upcomingActivates, timezone) }
        : null,
  };
}

/**
 * A channel record as the API shows it (contract §5).
 * @param timezone of the store
 */
export function presentChannel(row: ChannelRow, timezone: string): ChannelRecord {
  return {
    id: row.channel,
    channel: aboutChannel(row.channel),
    status: row.status,
    warnings: row.warnings,
    parameters: row.parameters,
    storefrontUrl: row.storefrontUrl,
    ...adsFields(row, timezone),
    ...secretFields(row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
