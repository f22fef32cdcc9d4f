import { z } from "zod";
import { name, text } from "../../kernel/body.schema.ts";
import { Role } from "../../kernel/roles.schema.ts";
import { passwordLength } from "./password-length.schema.ts";

export const Password = z
  .string()
  .min(passwordLength.min, `must have at least ${passwordLength.min} characters`)
  .max(passwordLength.max, `must have at most ${passwordLength.max} characters`);

export const Email = z.email("must be an e-mail address").max(254).toLowerCase();

export const NewStaff = z.strictObject({
  retailerId: z.uuid("must be a retailer's id"),
  name: name(100),
  email: z.email("must be an e-mail address"),
  role: z.enum(["owner", "manager", "viewer"], "must be owner, manager or viewer"),
  password: Password,
});

const StaffRole = z.enum([...Role.options, "partner"]);

export const Shop = z.object({ id: z.string(), name: z.string(), role: StaffRole });
export type Shop = z.infer<typeof Shop>;

export const OpenShop = Shop.extend({
  isTest: z.boolean(),
  isOfStores: z.boolean().describe("The role is for chosen stores"),
  timezone: z.string().describe("IANA name; times of the whole shop are shown in it"),
});
export type OpenShop = z.infer<typeof OpenShop>;

export const ShopOf = z.strictObject({ retailerId: z.string() });
export type ShopOf = z.infer<typeof ShopOf>;

export const MAX_SHOPS = 100;

export const FindShops = z.strictObject({ q: text(200) });
export type FindShops = z.infer<typeof FindShops>;

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

/** How shops reach a partner. */
export const Contact = z.object({ partner: z.string(), contact: z.string() });
export type Contact = z.infer<typeof Contact>;

export const MAX_CONTACT = 300;

export const SetContact = z.strictObject({ contact: text(MAX_CONTACT).nullable() });
export type SetContact = z.infer<typeof SetContact>;

const team = { retailerId: z.string().optional() };

export const MAX_STORES_OF_PERSON = 100;

const Stores = z
  .array(z.uuid("must be the id of a store"))
  .max(MAX_STORES_OF_PERSON, `must hold at most ${MAX_STORES_OF_PERSON} stores`);

const NamedStores = z.array(z.object({ id: z.string(), name: z.string() })).nullable();

export const TeamOf = z.strictObject(team);
export type TeamOf = z.infer<typeof TeamOf>;

export const Invite = z
  .strictObject({
    ...team,
    email: z.email("must be an e-mail address").max(254).toLowerCase(),
    role: Role.optional(),
    stores: Stores.min(1, "must hold at least one store").optional(),
  })
  .refine((input) => (input.retailerId === undefined) === (input.role === undefined), {
    path: ["role"],
    message: "must be given for a shop, and left out for the partner role",
  })
  .refine(({ role, stores }) => role !== undefined || !stores, {
    path: ["stores"],
    message: "must be left out for the partner role",
  });
export type Invite = z.infer<typeof Invite>;

export const InvitationOf = z.strictObject({ ...team, invitationId: z.string() });
export type InvitationOf = z.infer<typeof InvitationOf>;

export const MemberOf = z.strictObject({ ...team, userId: z.string() });
export type MemberOf = z.infer<typeof MemberOf>;

/** `stores`: null for all stores; [] for none; a missing one keeps them, but an owner is of all stores. */
export const ChangeRole = z.strictObject({
  retailerId: z.string(),
  userId: z.string(),
  role: Role,
  stores: Stores.nullish(),
});
export type ChangeRole = z.infer<typeof ChangeRole>;

const TeamRole = z.enum([...Role.options, "partner"]);

export const Invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: TeamRole,
  stores: NamedStores,
  invitedBy: z.string(),
  expiresAt: z.string(),
  isExpired: z.boolean(),
});
export type Invitation = z.infer<typeof Invitation>;

/** An invitation or a new password: sent by e-mail (null), or a link for the caller to hand over. */
export const InvitationDelivery = z.object({ email: z.string(), link: z.string().nullable() });
export type InvitationDelivery = z.infer<typeof InvitationDelivery>;

export const Team = z.object({
  name: z.string(),
  contact: z.string().nullable().describe("Of a partner: how shops reach it"),
  members: z.array(
    z.object({
      userId: z.string(),
      name: z.string(),
      email: z.string(),
      role: TeamRole,
      stores: NamedStores,
      since: z.string(),
      hasSecondFactor: z.boolean(),
      isYou: z.boolean(),
    }),
  ),
  invitations: z.array(Invitation),
  canMail: z.boolean(),
});
export type Team = z.infer<typeof Team>;
