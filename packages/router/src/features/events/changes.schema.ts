import { z } from "zod";

export const FollowChanges = z.strictObject({
  retailerId: z.string(),
  /** The id of the last notice, after a lost connection. An id of another process counts as unknown. */
  lastEventId: z.string().max(100).nullish(),
});
export type FollowChanges = z.infer<typeof FollowChanges>;
