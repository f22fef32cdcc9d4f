export { adsCurrency } from "./channel.schema.ts";
export {
  aboutChannel,
  type ChannelChange,
  type ChannelKind,
  channelKind,
  channelKinds,
  channelNotEnabled,
  registerChannelKinds,
  resolveChannel,
} from "./channel-kinds.ts";
export {
  type ChannelRow,
  type ChannelStatuses,
  channelStatuses,
  enabledChannels,
  isWaitingForReceiver,
  newChannel,
  readChannel,
  readChannels,
  type StoreIds,
  storesWithout,
  type WithPrisma,
} from "./channel-row.ts";
export {
  channelWrite,
  deleteChannel,
  deliveriesFailed,
  GIVEN_UP_MS,
  penceToPounds,
  presentChannel,
  presentUpcoming,
  saveChannel,
} from "./save-channel.ts";
