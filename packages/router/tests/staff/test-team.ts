import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { acceptInvitation } from "../../src/features/staff/accept-invitation.ts";
import { invite } from "../../src/features/staff/invite.ts";
import type { Context } from "../../src/kernel/context.ts";
import type { StaffRole } from "../../src/kernel/roles.schema.ts";

/** A person of the tests. `ctx`: the context of their calls. */
interface Person {
  userId: string;
  email: string;
  ctx: Context;
}

/** A shop with people, in an installation without e-mail. */
export interface TestTeam extends TestContext {
  shop: { id: string };
  /** Invites an address as the partner's staff, and accepts. */
  join(email: string, role: StaffRole, retailerId?: string, stores?: string[]): Promise<Person>;
  /** The same context in an installation with e-mail. */
  withMail(ctx: Context): Context;
}

/** The token in a link. */
export function tokenOf({ link }: { link: string | null }): string {
  const [, token] = /^https:\/\/console\.example\/(?:join|new-password)#(.+)$/.exec(link ?? "") ?? [];
  if (!token) throw new Error(`${link} is not a link with a token`);
  return token;
}

export async function createTestTeam(): Promise<TestTeam> {
  const t = await createTestContext({ settings: { consoleUrl: "https://console.example" } });
  const shop = await t.retailer();
  const { partnerId } = t.partner;
  const staff = { kind: "staff", name: "Ada", partnerId, roles: new Map(), isPartner: true } as const;
  const join: TestTeam["join"] = async (email, role, retailerId = shop.id, stores) => {
    const place = role === "partner" ? {} : { retailerId, role, ...(stores && { stores }) };
    const known = await t.ctx.db.prisma.user.findUnique({ where: { email } });
    const token = tokenOf(await invite(t.as({ ...staff, userId: "ada" }), { ...place, email }));
    const account = { name: email, password: canary("password") };
    await acceptInvitation(t.as(null), { token, account, ...(known && { signedInAs: email }) });
    const { id: userId } = await t.ctx.db.prisma.user.findUniqueOrThrow({ where: { email } });
    const roles = role === "partner" ? new Map() : new Map([[retailerId, role]]);
    const isPartner = role === "partner";
    const ofStores = stores && { stores: new Map([[retailerId, new Set(stores)]]) };
    const actor = { kind: "staff", userId, name: email, partnerId, roles, isPartner, ...ofStores } as const;
    return { userId, email, ctx: t.as(actor) };
  };
  return { ...t, shop, join, withMail: (ctx) => ({ ...ctx, settings: { ...ctx.settings, canMail: true } }) };
}
