import { z } from "zod";
import { Role } from "../../kernel/scopes.schema.ts";

/** The team of a retailer; without `retailerId` the people with the partner role at the caller's partner. */
const team = { retailerId: z.string().optional() };

export const TeamOf = z.strictObject(team);
export type TeamOf = z.infer<typeof TeamOf>;

export const Invite = z
  .strictObject({
    ...team,
    email: z.email("must be an e-mail address").max(254).toLowerCase(),
    /** Left out for the partner role. */
    role: Role.optional(),
  })
  .refine((input) => (input.retailerId === undefined) === (input.role === undefined), {
    path: ["role"],
    message: "must be given for a shop, and left out for the partner role",
  });
export type Invite = z.infer<typeof Invite>;

export const InvitationOf = z.strictObject({ ...team, invitationId: z.string() });
export type InvitationOf = z.infer<typeof InvitationOf>;

export const MemberOf = z.strictObject({ ...team, userId: z.string() });
export type MemberOf = z.infer<typeof MemberOf>;

export const ChangeRole = z.strictObject({ retailerId: z.string(), userId: z.string(), role: Role });
export type ChangeRole = z.infer<typeof ChangeRole>;

const TeamRole = z.enum([...Role.options, "partner"]);

/** An open invitation. */
export const Invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: TeamRole,
  /** The name of the person who invited. */
  invitedBy: z.string(),
  expiresAt: z.string(),
  isExpired: z.boolean(),
});
export type Invitation = z.infer<typeof Invitation>;

/** An invitation or a new password: sent by e-mail (null), or a link for the caller to hand over. */
export const HandedOver = z.object({ email: z.string(), link: z.string().nullable() });
export type HandedOver = z.infer<typeof HandedOver>;

export const Team = z.object({
  /** The name of the shop or of the partner. */
  name: z.string(),
  members: z.array(
    z.object({
      userId: z.string(),
      name: z.string(),
      email: z.string(),
      role: TeamRole,
      since: z.string(),
      /** Whether sign-in needs a code. */
      hasSecondFactor: z.boolean(),
      isYou: z.boolean(),
    }),
  ),
  invitations: z.array(Invitation),
  /** Whether invitations are sent by e-mail. If not, the caller gets a link. */
  canMail: z.boolean(),
});
export type Team = z.infer<typeof Team>;
