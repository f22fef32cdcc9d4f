export { adsCurrency } from "./channel.schema.ts";
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
export { channelWrite, penceToPounds, presentChannel, presentUpcoming } from "./present-channel.ts";
export { deleteChannel, saveChannel } from "./save-channel.ts";
