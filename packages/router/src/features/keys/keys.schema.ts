import { z } from "zod";
import { bodyOf, name, text, time } from "../../kernel/body.schema.ts";
import { idOf } from "../../kernel/fields.schema.ts";
import { Page, pageOf } from "../../kernel/paging.schema.ts";
import { scopes } from "../../kernel/roles.schema.ts";

const ScopeName = z.enum(scopes, `must be one of ${scopes.join(", ")}`);

export const PartnerBody = bodyOf({ name: name(100) });

const means = {
  name: "For people: which system or person has the key, 1 to 100 characters",
  scopes: "What calls with the key can do. A `:write` scope does not include its `:read` scope",
  retailerIds: "UUIDs of the retailers that it can use; null: all of the partner, also later ones",
  expiresAt: "It is refused from this time on, RFC 3339; null: never",
};

export const Key = z.object({
  id: idOf("key").describe("Id of the key, which is not the key itself"),
  name: z.string().describe(means.name),
  scopes: z.array(ScopeName).describe(means.scopes),
  retailerIds: z.array(z.string()).nullable().describe(means.retailerIds),
  expiresAt: z.string().nullable().describe(means.expiresAt),
  createdAt: z.string().describe("When the key was made, RFC 3339 in UTC"),
  isTest: z.boolean().describe("true: the key opens only test retailers, and its token begins with `hs_test_`"),
  lastUsedAt: z.string().nullable().describe("Up to ten minutes old; null: the key was never used"),
});
export type Key = z.infer<typeof Key>;

/** A new key with its token, which clients send as `Authorization: Bearer <key>`. */
export const NewKey = Key.extend({ key: z.string().describe("Shown only once. A dry run shows no key") });
export type NewKey = z.infer<typeof NewKey>;

/** A key to create. Without `retailerIds` the key is valid for all retailers of the partner. Without `expiresAt` it does not expire. */
export const KeyBody = bodyOf(
  {
    name: text(100).describe(means.name),
    scopes: z.array(ScopeName).min(1, "must name at least one scope").max(scopes.length).describe(means.scopes),
    retailerIds: z
      .array(z.uuid("must be a retailer's id"))
      .min(1, "must name at least one retailer")
      .max(1_000)
      .nullish()
      .describe(means.retailerIds),
    expiresAt: time("2027-01-31T09:00:00Z")
      .transform((text) => new Date(text))
      .nullish()
      .describe(means.expiresAt),
    isTest: z
      .boolean()
      .optional()
      .describe(
        "true: a test key, for test retailers. Default: the kind of the calling key. A test key makes only test keys",
      ),
  },
  NewKey,
);
export type KeyBody = z.infer<typeof KeyBody>;

export const CreateKey = z.strictObject({ body: KeyBody });
export type CreateKey = z.infer<typeof CreateKey>;

export const ListKeys = z.strictObject({ page: Page });
export type ListKeys = z.infer<typeof ListKeys>;

export const KeyPage = pageOf(Key);
export type KeyPage = z.infer<typeof KeyPage>;

export const KeyId = z.strictObject({ keyId: z.string() });
export type KeyId = z.infer<typeof KeyId>;
