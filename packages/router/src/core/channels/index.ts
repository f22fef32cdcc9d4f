export { type ChannelKind, channelKind, channelKinds, registerChannelKinds } from "./channel-kinds.ts";
export { aboutChannel, channelNotEnabled, resolveChannel } from "./channel-names.ts";
export {
  type ChannelRow,
  newChannel,
  readChannel,
  readChannels,
  type StoreIds,
  type WithPrisma,
} from "./channel-row.ts";
export { type ChannelStatuses, channelStatuses, enabledChannels } from "./channel-statuses.ts";
export { channelWrite, inZone, penceToPounds, presentChannel } from "./present-channel.ts";
export { deleteChannel, saveChannel } from "./save-channel.ts";
