import { DomainError } from "../../kernel/errors.ts";
import { aboutChannel } from "./about-channel.ts";
import type { ChannelId } from "./channel.schema.ts";

/** What is said of a channel that the store does not have. */
export function channelNotEnabled(channel: ChannelId): DomainError {
  return new DomainError("ChannelNotEnabled", `${aboutChannel(channel).label} is not enabled for this store.`);
}
