import { DomainError } from "../errors.ts";
import { aboutChannel } from "./catalogue.ts";
import type { ChannelId } from "./channels.schema.ts";

/** What is said of a channel that the store does not have. */
export function channelNotEnabled(channel: ChannelId): DomainError {
  return new DomainError("ChannelNotEnabled", `${aboutChannel(channel).label} is not enabled for this store.`);
}
