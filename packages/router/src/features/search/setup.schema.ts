import { z } from "zod";

export const setupSteps = ["access", "store_code", "matching", "sending", "live"] as const;

/** A step from the enabling of a search channel to its listings showing. */
const SetupStep = z.object({
  id: z.enum(setupSteps),
  state: z
    .enum(["done", "current", "blocked", "ahead"])
    .describe("blocked: it does not go on until the actor has done what the message says"),
  actor: z.enum(["retailer", "highstreet", "search_engine"]).describe("Whose move it is"),
  since: z.string().nullable().describe("When it began; null: it did not yet"),
  doneAt: z.string().nullable(),
  expected: z
    .object({ average: z.string(), latest: z.string() })
    .nullable()
    .describe("When it should be done: usually, and at the latest"),
  message: z.string().nullable().describe("What is to be done, or what is waited for"),
});
export type SetupStep = z.infer<typeof SetupStep>;

/** How far a store's search channel has come (for the console). */
export const SearchSetup = z.object({
  locationId: z.string(),
  storeCode: z.string().nullable().describe("In force, or as given while none is in force"),
  businessAccountId: z.string().describe("The account to invite"),
  verificationCode: z
    .string()
    .describe("The owner adds this code to the labels of the profile if several businesses name the location"),
  steps: z.array(SetupStep),
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
    .describe("As the search engine counts them, in all of the retailer's stores"),
  widget: z.object({ seenAt: z.string().nullable(), token: z.string(), missing: z.boolean() }),
  checkedAt: z.string().nullable(),
  nextCheckAt: z.string().nullable(),
  problem: z.object({ message: z.string() }).nullable().describe("What went wrong at the last check"),
  rehearsal: z
    .object({ speed: z.number(), story: z.string().nullable() })
    .nullable()
    .describe("In the sandbox alone: how many times faster than real life it is, and what it does with this location"),
});
export type SearchSetup = z.infer<typeof SearchSetup>;

/** GET and check of a store's setup. */
export const OfStore = z.strictObject({ retailerId: z.string(), storeId: z.string() });
export type OfStore = z.infer<typeof OfStore>;
