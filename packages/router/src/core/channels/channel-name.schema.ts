import { z } from "zod";
import { channelNamed, unknownChannelMessage } from "./channel.schema.ts";

/**
 * A channel in any of its spellings, as its catalogue id (contract §1, Channel names). An unknown one is `UnknownChannel` in
 * a body, and a bad query in a list's filter.
 */
export const ChannelName = z.string().transform((name, issues) => {
  const id = channelNamed(name);
  if (id) return id;
  issues.addIssue({ code: "custom", params: { code: "UnknownChannel" }, message: unknownChannelMessage });
  return z.NEVER;
});
