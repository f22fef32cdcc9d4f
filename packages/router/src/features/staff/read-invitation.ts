import type { Prisma } from "@highstreet/db";
import type { Context } from "../../kernel/context.ts";
import { isId } from "../../kernel/ids.ts";
import { isSecretOf } from "./internal/link-token.ts";
import { invitationNotFound } from "./resend-invitation.ts";

/** What the page of an invitation shows. */
export interface OpenInvitation {
  email: string;
  /** The name of the shop or of the partner. */
  team: string;
  role: "owner" | "manager" | "viewer" | "partner";
  invitedBy: string;
  /** Whether the address has an account. Its person must then sign in to accept. */
  hasAccount: boolean;
}

const names = { partner: { select: { name: true } }, retailer: { select: { name: true } } } as const;

/** The row of an open invitation. @throws InvitationNotFound */
export async function findInvitation({ db, now }: Context, token: string) {
  const [id = "", secret = ""] = token.split(".");
  const row: Prisma.StaffInvitationGetPayload<{ include: typeof names }> | null = isId(id)
    ? await db.prisma.staffInvitation.findUnique({ where: { id }, include: names })
    : null;
  if (!row || !isSecretOf(row.digest, secret) || row.expiresAt <= now()) throw invitationNotFound();
  return row;
}

/**
 * Reads an invitation by the token in its link.
 * @throws InvitationNotFound for a link that was used, replaced, cancelled or has expired
 */
export async function readInvitation(ctx: Context, { token }: { token: string }): Promise<OpenInvitation> {
  const { email, invitedBy, role, partner, retailer } = await findInvitation(ctx, token);
  const hasAccount = (await ctx.db.prisma.user.count({ where: { email } })) > 0;
  return { email, invitedBy, role: role ?? "partner", team: (retailer ?? partner).name, hasAccount };
}
