import { z } from "zod";
import { bodyOf } from "../../kernel/body.schema.ts";

/** 400 days. */
export const MAX_CLOCK_AHEAD = 400 * 86_400;

export const TestClock = z.object({
  now: z.string().describe("What the test clock shows"),
  aheadSeconds: z.int().describe("The seconds by which the test clock is ahead of real time"),
});
export type TestClock = z.infer<typeof TestClock>;

export const OfRetailer = z.strictObject({ retailerId: z.string() });
export type OfRetailer = z.infer<typeof OfRetailer>;

export const MoveClock = z.strictObject({
  retailerId: z.string(),
  body: bodyOf(
    {
      aheadSeconds: z
        .int()
        .min(0, "must be 0 or more")
        .max(MAX_CLOCK_AHEAD, `must be at most ${MAX_CLOCK_AHEAD} (400 days)`)
        .describe("The seconds by which the test clock is ahead from now on. At least the current value"),
    },
    TestClock,
  ),
});
export type MoveClock = z.infer<typeof MoveClock>;
