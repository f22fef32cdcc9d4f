import { z } from "zod";
import { Warning } from "../../core/channels/channel.schema.ts";
import { bodyOf, text } from "../../kernel/body.schema.ts";

export const setupSteps = ["access", "store_code", "matching", "sending", "live"] as const;

const SetupStep = z.object({
  id: z.enum(setupSteps),
  state: z
    .enum(["done", "current", "blocked", "ahead"])
    .describe("blocked: the setup stops until the actor has followed the warning"),
  actor: z.enum(["retailer", "highstreet", "search_engine"]).describe("The party that takes this step"),
  since: z.string().nullable().describe("Start of the step; null: not started"),
  doneAt: z.string().nullable(),
  expected: z
    .object({ average: z.string(), latest: z.string() })
    .nullable()
    .describe("Expected end: usual and latest time"),
  warning: Warning.nullable().describe("What holds the step up"),
  waitsFor: z
    .enum(setupSteps)
    .nullable()
    .describe("The step is under way; null: not so, or it waits for the invitation"),
});
export type SetupStep = z.infer<typeof SetupStep>;

export const SearchSetup = z.object({
  locationId: z.string(),
  storeCode: z.string().nullable().describe("The active store code, or the given code while none is active"),
  businessAccountId: z.string().describe("The account to invite"),
  verificationCode: z
    .string()
    .describe("The owner adds this code to the labels of the profile if several businesses name the location"),
  steps: z.array(SetupStep),
  liveSince: z.string().nullable().describe("All steps are done and nothing has a problem; null: not so"),
  profile: z
    .object({
      name: z.string(),
      address: z.string(),
      standing: z.enum(["good", "in_review", "unverified", "conflict", "suspended"]),
    })
    .nullable(),
  items: z
    .object({ accepted: z.number(), inStock: z.number(), rejected: z.number() })
    .nullable()
    .describe("Counted by the search engine, for all stores of the retailer"),
  widget: z.object({ seenAt: z.string().nullable(), token: z.string(), missing: z.boolean() }),
  checkedAt: z.string().nullable(),
  nextCheckAt: z.string().nullable(),
  problem: Warning.nullable().describe("The problem of the last check"),
  rehearsal: z
    .object({ speed: z.number(), story: z.string().nullable() })
    .nullable()
    .describe("Only in the sandbox: how many times faster than real life it is, and how it treats this location"),
});
export type SearchSetup = z.infer<typeof SearchSetup>;

export const OfStore = z.strictObject({ retailerId: z.string(), storeId: z.string() });
export type OfStore = z.infer<typeof OfStore>;

/** POST /widget-sightings */
export const WidgetSighting = z.strictObject({
  body: bodyOf({ widgetToken: text(100).describe("Token of the store's widget") }).meta({ title: "Widget sighting" }),
});
export type WidgetSighting = z.infer<typeof WidgetSighting>;

/** What stands before the ID in links of the profile manager, and in names of the Business Profile APIs. */
const beforeId = ["n", "l", "locations"];

/**
 * The location ID in what a person pastes: digits, a link, or a name of the Business Profile APIs. Other text stays, so that the check of
 * the channel refuses it.
 */
export function locationIdOf(pasted: string): string {
  const text = pasted.trim();
  const isLink = URL.canParse(text);
  if (isLink && new URL(text).hostname !== "business.google.com") return text;
  const names = (isLink ? new URL(text).pathname : text).split("/");
  return names.find((name, n) => /^[0-9]{1,32}$/.test(name) && beforeId.includes(names[n - 1] ?? "")) ?? text;
}
