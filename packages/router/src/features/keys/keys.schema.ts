import { z } from "zod";
import { bodyOf, text, time } from "../../kernel/body.schema.ts";
import { Page, pageOf } from "../../kernel/paging.schema.ts";
import { scopes } from "../../kernel/scopes.schema.ts";

const ScopeName = z.enum(scopes, `must be one of ${scopes.join(", ")}`);

/** A partner to create. */
export const PartnerBody = bodyOf({ name: text(100) });

/** A key as the API shows it, without its secret. */
export const Key = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(ScopeName),
  /** null: all retailers of the partner */
  retailerIds: z.array(z.string()).nullable(),
  /** null: the key does not expire. */
  expiresAt: z.string().nullable(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable().describe("Up to ten minutes old; null: the key was never used"),
});
export type Key = z.infer<typeof Key>;

/** A new key with its token, which clients send as `Authorization: Bearer <key>`. */
export const NewKey = Key.extend({ key: z.string().describe("Shown only once. A dry run shows no key") });
export type NewKey = z.infer<typeof NewKey>;

/** A key to create. Without `retailerIds` the key is valid for all retailers of the partner. Without `expiresAt` it does not expire. */
export const KeyBody = bodyOf(
  {
    name: text(100),
    scopes: z.array(ScopeName).min(1, "must name at least one scope").max(scopes.length),
    retailerIds: z
      .array(z.uuid("must be a retailer's id"))
      .min(1, "must name at least one retailer")
      .max(1_000)
      .nullish(),
    expiresAt: time("2027-01-31T09:00:00Z")
      .transform((text) => new Date(text))
      .nullish(),
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
