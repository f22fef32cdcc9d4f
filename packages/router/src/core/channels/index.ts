export { type ChannelKind, channelKind, channelKinds, registerChannelKinds } from "./channel-kinds.ts";
export { aboutChannel, channelNotEnabled, resolveChannel } from "./channel-names.ts";
export {
  type ChannelRow,
  type ChannelStatuses,
  channelStatuses,
  enabledChannels,
  newChannel,
  readChannel,
  readChannels,
  type StoreIds,
  type WithPrisma,
} from "./channel-row.ts";
export { channelWrite, inZone, penceToPounds, presentChannel } from "./present-channel.ts";
export { deleteChannel, saveChannel } from "./save-channel.ts";
