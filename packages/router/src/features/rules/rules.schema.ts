import { z } from "zod";
import { ChannelName, type channelIds } from "../../core/channels/channel.schema.ts";
import { editLimits } from "../../core/items/edit-limits.schema.ts";
import { conditions } from "../../core/items/items.schema.ts";
import { Period } from "../../core/rules/period.schema.ts";
import { TitlePattern } from "../../core/rules/title-pattern.schema.ts";
import { MAX_SAFETY_STOCK } from "../../core/stores/shelf.schema.ts";
import { bodyOf, listOf, name, patchOf, storableText, text } from "../../kernel/body.schema.ts";
import { createdAt, idOf, updatedAt, versionShown } from "../../kernel/fields.schema.ts";
import { type Meta, roleAllows, type StaffRole } from "../../kernel/roles.schema.ts";

const ofAllStores: Meta = { access: "retailers:write" };
const ofOneStore: Meta = { access: "inventory:write", stores: "named" };

/**
 * Whether a person may change the rules of a list. Those of all stores belong to people who may change the shop.
 * @param storeId of the list; null: all stores
 */
export const mayChangeRules = (
  { role, isOfStores }: { role: StaffRole; isOfStores: boolean },
  storeId: string | null,
): boolean => roleAllows(role, storeId === null ? ofAllStores : ofOneStore, isOfStores);

export const MAX_RULES = { ofRetailer: 100, ofStore: 50 };
export const MAX_CONDITIONS = 10;

const list = <Entry extends z.ZodType>(most: number, entry: Entry) =>
  listOf(entry)
    .min(1, "must not be empty")
    .max(most, `must hold at most ${most.toLocaleString("en")} values`);

const oneOf = <Entry extends z.ZodType>(most: number, entry: Entry) =>
  z.union([
    z.strictObject({ is: list(most, entry).describe("One of these values. Upper and lower case are the same") }),
    z.strictObject({ isNot: list(most, entry).describe("None of these values. A product without a value passes") }),
  ]);

const range = (what: string) =>
  z
    .strictObject({
      from: z.number().min(0).max(9_999_999_999).optional().describe(`${what} of at least this`),
      under: z.number().min(0).max(9_999_999_999).optional().describe(`${what} below this`),
    })
    .refine((given) => Object.keys(given).length > 0, "needs a bound");

const word = storableText
  .trim()
  .max(100, "must be at most 100 characters")
  .regex(/[\p{L}\p{N}]/u, "must have a letter or a digit");
const words =
  "Whole words, without regard to case. `*` at the end of a word takes beginnings: `cand*` finds candle and candles";

export const Given = z.enum(["title", "picture", "gtin", "brand", "description", "category"]);

const Condition = z.union([
  z.strictObject({ brand: oneOf(100, text(150)).describe("Brand of the product") }),
  z.strictObject({ category: oneOf(100, text(750)).describe("Whole category, as the products show it") }),
  z.strictObject({ condition: oneOf(conditions.length, z.enum(conditions)).describe("Of the goods") }),
  z.strictObject({
    title: z
      .union([
        z.strictObject({ hasAny: list(50, word).describe(`The title has one of them. ${words}`) }),
        z.strictObject({ hasAll: list(10, word).describe(`The title has all of them. ${words}`) }),
        z.strictObject({ hasNone: list(50, word).describe(`The title has none of them. ${words}`) }),
      ])
      .describe("Words of the title"),
  }),
  z.strictObject({
    barcode: z
      .union([
        z.strictObject({ is: list(1_000, text(64)).describe("One of these barcodes") }),
        z.strictObject({
          startsWith: list(20, z.string().regex(/^[0-9]{1,14}$/, "must be 1 to 14 digits")).describe(
            "The barcode, as the shop spells it, begins with one of these",
          ),
        }),
      ])
      .describe("Barcode of the product"),
  }),
  z.strictObject({ price: range("A price").describe("What a customer pays now, in the currency of the store") }),
  z.strictObject({
    quantity: range("A quantity").describe("Quantity in the store. An item without a quantity passes no bound"),
  }),
  z.strictObject({ has: Given.describe("The product has this") }),
  z.strictObject({ lacks: Given.describe("The product does not have this") }),
  z.strictObject({
    store: oneOf(1_000, z.uuid("must be a UUID").toLowerCase()).describe(
      "UUIDs of stores of the retailer. Only in a rule for all stores",
    ),
  }),
]);
export type Condition = z.infer<typeof Condition>;

const When = z
  .union([
    z.strictObject({ all: list(MAX_CONDITIONS, Condition).describe("All of these conditions hold") }),
    z.strictObject({ any: list(MAX_CONDITIONS, Condition).describe("At least one of these conditions holds") }),
  ])
  .describe("Which products the rule is about, by their values with the edits of people");
export type When = z.infer<typeof When>;

export const Channels = z.array(ChannelName).min(1, "must not be empty").max(20);
const Effect = z
  .union([
    z.strictObject({
      hidden: z.boolean().describe("true: no channel shows them. false: later rules do not hide them"),
    }),
    z.strictObject({ onlyIn: Channels.describe("Only these channels show them") }),
    z.strictObject({ notIn: Channels.describe("These channels do not show them") }),
    z.strictObject({
      safetyStock: z
        .int()
        .min(0)
        .max(MAX_SAFETY_STOCK)
        .describe("Every channel shows them as out of stock at this quantity, whatever the store says. 0: as they are"),
    }),
    z.strictObject({
      title: TitlePattern.describe(
        "Their title. `{title}` and `{brand}` stand for the values without rules. A product without such a value, or whose title would be longer than 150 characters, keeps its own",
      ),
    }),
    z.strictObject({ brand: text(editLimits.brand).describe("Their brand") }),
    z.strictObject({
      description: text(editLimits.description).describe("Their text, with basic HTML (`b i em strong p br ul ol li`)"),
    }),
    z.strictObject({ category: text(500).describe("Their category") }),
  ])
  .describe("The one thing that the rule does to these products");
export type Effect = z.infer<typeof Effect>;

const count = z.int().nonnegative();
const ChannelPlan = z.object({
  hides: count.describe("Items that the channel would not show any more"),
  shows: count.describe("Items that the channel would show again"),
});

export const RulePlan = z.object({
  preview: z.string().describe("Send it as `preview` of the body that saves this rule"),
  stores: z
    .array(
      z.object({
        storeId: z.string().describe("UUID of the store"),
        matches: count.describe("Items that the rule is about"),
        changes: count.describe("Items that a channel would show or not show any more"),
        texts: count.describe("Items with another title, brand, description or category"),
        events: count.describe("`inventory.update` events"),
        startsAt: z
          .string()
          .nullable()
          .describe(
            "When the rule begins in the store, if that is later: the counts then say what it would do now. null: with the call",
          ),
        ownSettings: count.describe("Items of the rule with an edit that wins over it"),
        channels: z
          .object({
            search: ChannelPlan.describe("Listings in the search engine"),
            local_ads: ChannelPlan.describe("Ads near the store"),
            webhooks: ChannelPlan.describe("Calls of the receiver"),
          } satisfies Record<(typeof channelIds)[number], typeof ChannelPlan>)
          .describe("By channel, whether it is enabled or not"),
      }),
    )
    .describe("The stores with an item of the rule, or with a change"),
  overlaps: z
    .array(
      z.object({
        ruleId: z.string().describe("UUID of the other rule"),
        name: z.string().describe("Its name"),
        products: count.describe("Items that both rules are about, in all stores"),
        wins: z.boolean().describe("Whether the other rule comes first"),
      }),
    )
    .describe("Other rules for the same items"),
  samples: z
    .array(
      z.object({
        storeId: z.string().describe("UUID of the store"),
        barcode: z.string().describe("Barcode of the item"),
        title: z.string().nullable().describe("Title of the product; null: unknown"),
        hides: z.array(z.string()).describe("Channels that would not show it any more"),
        shows: z.array(z.string()).describe("Channels that would show it again"),
        texts: z
          .array(
            z.object({
              field: z.string().describe("`title`, `brand`, `description` or `category`"),
              before: z.string().nullable().describe("The text now; null: none"),
              after: z.string().nullable().describe("The text with the rule; null: none"),
            }),
          )
          .describe("Texts that would change"),
      }),
    )
    .describe("At most 20 items with a change"),
});
export type RulePlan = z.infer<typeof RulePlan>;

export const Rule = z.object({
  id: idOf("rule"),
  storeId: z.string().nullable().describe("UUID of the store of the rule; null: all stores"),
  name: z.string().describe("Name of the rule"),
  on: z.boolean().describe("false: the rule does nothing"),
  position: z.int().describe("Place in the list of its store, or of the retailer. A smaller one comes first"),
  when: When,
  effect: Effect,
  period: Period.nullable().describe("When the rule counts. null: always"),
  follows: z
    .object({ stores: count.describe("Stores that follow the rules"), of: count.describe("All stores") })
    .nullable()
    .describe(
      "Progress, while the service applies the last change of the rules to the stores of a large shop; null: all follow",
    ),
  plan: RulePlan.optional().describe("Only in the answer to a dry run"),
  version: versionShown,
  createdAt,
  updatedAt,
});
export type Rule = z.infer<typeof Rule>;

const fields = {
  name: name(100).describe("Name of the rule, for people"),
  when: When,
  effect: Effect,
  period: Period.nullish().describe("When the rule counts. null: always"),
  on: z.boolean().optional().describe("false: the rule does nothing"),
  storeId: z.string().nullish().describe("UUID of the store of the rule. It cannot change. null: all stores"),
  preview: z
    .string()
    .max(200)
    .optional()
    .describe(
      "The `plan.preview` of a dry run with the same body. Needed, unless the body only renames or switches off",
    ),
};
const ofRetailer = { retailerId: z.string(), storeId: z.string().optional() };
const planned = { onlyPlan: z.boolean().optional() };

export const ListRules = z.strictObject({
  retailerId: z.string(),
  storeId: z
    .string()
    .optional()
    .describe("UUID of a store: its rules, then those of all stores. Without it: those of all stores"),
});
export type ListRules = z.infer<typeof ListRules>;

export const CreateRule = z.strictObject({ ...ofRetailer, ...planned, body: bodyOf(fields, Rule) });
export type CreateRule = z.infer<typeof CreateRule>;

export const GetRule = z.strictObject({ ...ofRetailer, ruleId: z.string() });
export type GetRule = z.infer<typeof GetRule>;

const { name: ruleName, when, effect } = fields;
const changed = { ...fields, name: ruleName.optional(), when: when.optional(), effect: effect.optional() };
export const UpdateRule = z.strictObject({ ...GetRule.shape, ...planned, body: patchOf(changed, Rule) });
export type UpdateRule = z.infer<typeof UpdateRule>;

export const OrderRules = z.strictObject({
  ...ofRetailer,
  body: bodyOf({
    storeId: z.string().nullish().describe("UUID of the store whose rules are ordered. null: those of all stores"),
    ids: z
      .array(z.string())
      .max(MAX_RULES.ofRetailer)
      .describe("UUIDs of all rules of this list, the first one to win first"),
  }),
});
export type OrderRules = z.infer<typeof OrderRules>;
