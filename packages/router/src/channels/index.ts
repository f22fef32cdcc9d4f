export { channelNotEnabled } from "./channel-not-enabled.ts";
export { type ChannelRow, newChannel, readChannel, readChannels, type StoreIds } from "./channel-row.ts";
export { type ChannelStatuses, channelStatuses } from "./channel-statuses.ts";
export { channelWrite } from "./channel-write.ts";
export {
  type ChannelId,
  type ChannelRecord,
  type ChannelStatus,
  channelIds,
  type EnabledChannel,
  type Warning,
} from "./channels.schema.ts";
export { enabledChannels } from "./enabled-channels.ts";
export { poundsOf } from "./pounds-of.ts";
export { inZone, presentChannel } from "./present-channel.ts";
export { resolveChannel } from "./resolve-channel.ts";
export { deleteChannel, saveChannel } from "./save-channel.ts";
