import { hashPassword } from "better-auth/crypto";
import { findRetailer } from "../../access/find-retailer.ts";
import { withinQuotaOf } from "../../access/quotas.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import type { Role } from "../../kernel/roles.schema.ts";
import { saveMember } from "./internal/team.ts";

export interface NewStaffMember {
  retailerId: string;
  name: string;
  email: string;
  password: string;
  role: Role;
}

/**
 * Gives a user a role at a retailer. Creates an account with the password if the e-mail address has none.
 * Only the system may call this.
 * @returns the user's id
 * @throws InsufficientScope, RetailerNotFound, QuotaExceeded
 */
export async function createStaffMember(ctx: Context, input: NewStaffMember): Promise<string> {
  if (ctx.actor?.kind !== "system")
    throw new DomainError("InsufficientScope", "Only the system creates staff accounts.");
  const { partnerId, retailerId } = await findRetailer(ctx, input.retailerId);
  // better-auth looks addresses up in lower case.
  const email = input.email.toLowerCase();
  const password = await hashPassword(input.password);
  return ctx.db.transaction("no shop", async (tx) => {
    const { prisma } = tx;
    const id = newId(ctx.now());
    const account = { id, accountId: id, providerId: "credential", password };
    const user = await prisma.user.upsert({
      where: { email },
      create: { id, name: input.name, email, emailVerified: true, accounts: { create: account } },
      update: {},
    });
    if (!(await prisma.staffMember.count({ where: { retailerId, userId: user.id } }))) {
      await withinQuotaOf(ctx, tx, retailerId, "staff");
    }
    await saveMember(ctx, tx, { partnerId, retailerId, userId: user.id }, { role: input.role, stores: null });
    return user.id;
  });
}
