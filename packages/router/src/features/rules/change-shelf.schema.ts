import { z } from "zod";
import { ofShelf, pauseText, SafetyStock } from "../../core/stores/shelf.schema.ts";
import { StoreIds } from "../../core/stores/stores.schema.ts";
import { patchOf, text, time } from "../../kernel/body.schema.ts";
import { versionShown } from "../../kernel/fields.schema.ts";
import { Channels, RulePlan } from "./rules.schema.ts";

const ofStore = RulePlan.shape.stores.element;
export const Shelf = z.object({
  storeId: z.string().describe("UUID of the store"),
  ...ofShelf.shape,
  isPending: z.boolean().describe("The service still applies the last change to the items of a large store"),
  plan: z
    .object({
      stores: z
        .array(ofStore.omit({ matches: true, texts: true, ownSettings: true, startsAt: true }))
        .describe("The store, if an item of it changes"),
      samples: RulePlan.shape.samples,
    })
    .optional()
    .describe("Only in the answer to a dry run"),
  version: versionShown,
});
export type Shelf = z.infer<typeof Shelf>;

const ofPause = z.strictObject({
  until: time("2026-12-27T09:00:00Z")
    .optional()
    .describe(`${pauseText.until}, at most 366 days ahead. Needed to begin a pause`),
  reason: text(200).nullish().describe(pauseText.reason),
  channels: Channels.nullish().describe(pauseText.channels),
  since: z.unknown().optional(),
});
const ofSafety = z.strictObject(
  Object.fromEntries(
    Object.entries(SafetyStock.shape).map(([name, field]) => [
      name,
      field.nullable().describe(`${field.description}. null: not set`),
    ]),
  ) as { [Name in keyof SafetyStock]-?: z.ZodNullable<(typeof SafetyStock.shape)[Name]> },
);

export const ChangeShelf = z.strictObject({
  ...StoreIds.shape,
  onlyPlan: z.boolean().optional(),
  body: patchOf(
    {
      pause: ofPause.nullish().describe("Begins a pause, or changes members of it. null: ends it now"),
      safetyStock: ofSafety.nullish().describe("Changes the members that it names. null: none"),
    },
    Shelf,
  ),
});
export type ChangeShelf = z.infer<typeof ChangeShelf>;
