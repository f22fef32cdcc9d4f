import { z } from "zod";
import { text } from "../../kernel/body.schema.ts";
import { Role } from "../../kernel/scopes.schema.ts";
import { passwordLength } from "./password-length.schema.ts";

/** A password of a member of staff. */
export const Password = z
  .string()
  .min(passwordLength.min, `must have at least ${passwordLength.min} characters`)
  .max(passwordLength.max, `must have at most ${passwordLength.max} characters`);

/** An e-mail address. better-auth looks addresses up in lower case. */
export const Email = z.email("must be an e-mail address").max(254).toLowerCase();

/** A new member of staff. */
export const NewStaff = z.strictObject({
  retailerId: z.uuid("must be a retailer's id"),
  name: z.string().trim().min(1, "must not be empty").max(100, "must have at most 100 characters"),
  email: z.email("must be an e-mail address"),
  role: z.enum(["owner", "manager", "viewer"], "must be owner, manager or viewer"),
  password: Password,
});

const StaffRole = z.enum([...Role.options, "partner"]);

/** A retailer with the role of the signed-in member of staff. */
export const Shop = z.object({ id: z.string(), name: z.string(), role: StaffRole });
export type Shop = z.infer<typeof Shop>;

/** The shop of a page. */
export const OpenShop = Shop.extend({
  timezone: z.string().describe("IANA name; times of the whole shop are shown in it"),
});
export type OpenShop = z.infer<typeof OpenShop>;

export const ShopOf = z.strictObject({ retailerId: z.string() });
export type ShopOf = z.infer<typeof ShopOf>;

/** Number of retailers in an answer. `FindShops` finds the others. */
export const MOST_SHOPS = 100;

export const FindShops = z.strictObject({ q: text(200) });
export type FindShops = z.infer<typeof FindShops>;

/** The signed-in member of staff with the first retailers by name. */
export const Me = z.object({
  name: z.string(),
  email: z.string(),
  sandboxWarning: z.string().nullable().describe("Set where the sandbox replaces the providers"),
  partner: z.object({ id: z.string(), name: z.string() }).nullable().describe("Set for the partner role"),
  canMail: z.boolean().describe("Whether links are sent by e-mail"),
  retailers: z.array(Shop),
  hasMoreRetailers: z.boolean(),
});
export type Me = z.infer<typeof Me>;
