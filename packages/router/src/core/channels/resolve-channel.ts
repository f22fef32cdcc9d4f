import { DomainError } from "../../kernel/errors.ts";
import { type ChannelId, channelIds, channelNamed } from "./channel.schema.ts";

/**
 * The channel that a request names, in any of its spellings (contract §1, Channel names).
 * @throws UnknownChannel
 */
export function resolveChannel(name: string): ChannelId {
  const id = channelNamed(name);
  if (id) return id;
  throw new DomainError(
    "UnknownChannel",
    `There is no channel ${JSON.stringify(name.slice(0, 80))}: ${channelIds.join(", ")} are known.`,
  );
}
