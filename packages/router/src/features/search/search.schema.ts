import { z } from "zod";
import { bodyOf } from "../../kernel/body.schema.ts";

/** What the search channel takes. */
export const SearchParameters = z.strictObject({
  locationId: z
    .string()
    .regex(/^[0-9]{1,32}$/, "must be the digits of the business profile's location ID")
    .describe("Location ID of the business profile"),
  storeCode: z
    .string()
    .trim()
    .max(64, "must be at most 64 characters")
    .refine((code) => code.isWellFormed() && !/\p{Cc}/u.test(code), "must be text without control characters")
    .nullish()
    .describe("Store code of the profile's listing; left out, empty or null: the profile's own, or one is made"),
});
export type SearchParameters = z.infer<typeof SearchParameters>;

/** The service sets `businessAccountId` and `verificationCode`, and ignores them in requests. */
const ours = { businessAccountId: z.unknown().optional(), verificationCode: z.unknown().optional() };
const Taken = SearchParameters.extend(ours).transform(
  ({ locationId, storeCode }): SearchParameters => ({ locationId, storeCode: storeCode || null }),
);

export const EnableSearch = bodyOf({ type: z.literal("search"), parameters: Taken }).meta({ title: "Search" });
