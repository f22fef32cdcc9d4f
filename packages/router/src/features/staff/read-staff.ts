import type { Prisma } from "@highstreet/db";
import { personOf, roleAt } from "../../access/authorize.ts";
import { findRetailer, storesOf } from "../../access/find-retailer.ts";
import { zoneOfShop } from "../../core/stores/index.ts";
import type { Actor, Context } from "../../kernel/context.ts";
import { containing } from "../../kernel/text.ts";
import { grantOf, namedStores } from "./internal/grants.ts";
import { findTeam } from "./internal/team.ts";
import {
  type Contact,
  type FindShops,
  type Invitation,
  MAX_SHOPS,
  type Me,
  type OpenShop,
  type Shop,
  type ShopOf,
  type Team,
  type TeamOf,
} from "./staff.schema.ts";

type Staff = Extract<Actor, { kind: "staff" }>;

function retailersOf({ roles, isPartner, partnerId }: Staff): Prisma.RetailerWhereInput {
  const withRole = { id: { in: [...roles.keys()] } };
  if (!isPartner || !partnerId) return withRole;
  return roles.size ? { OR: [{ partnerId }, withRole] } : { partnerId };
}

async function shopsOf({ db }: Context, actor: Staff, take: number, q = ""): Promise<Shop[]> {
  const named = q ? { name: containing(q) } : {};
  const retailers = await db.prisma.retailer.findMany({
    where: { AND: [retailersOf(actor), named] },
    select: { id: true, name: true },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take,
  });
  return retailers.map((retailer) => ({ ...retailer, role: roleAt(actor, retailer.id) ?? "viewer" }));
}

/**
 * The signed-in member of staff with their first retailers by name.
 * @throws Unauthorized for nobody; InsufficientScope for keys
 */
export async function getMe(ctx: Context): Promise<Me> {
  const actor = personOf(ctx.actor);
  const { prisma } = ctx.db;
  const { name, email } = await prisma.user.findUniqueOrThrow({ where: { id: actor.userId } });
  const partner = actor.isPartner
    ? await prisma.partner.findUnique({ where: { id: actor.partnerId ?? "" }, select: { id: true, name: true } })
    : null;
  const retailers = await shopsOf(ctx, actor, MAX_SHOPS + 1);
  return {
    name,
    email,
    sandboxWarning: ctx.settings.sandboxWarning ?? null,
    partner,
    canMail: ctx.settings.canMail === true,
    retailers: retailers.slice(0, MAX_SHOPS),
    hasMoreRetailers: retailers.length > MAX_SHOPS,
  };
}

/**
 * The first retailers of the signed-in person by name that have a text in their name.
 * @throws Unauthorized for nobody; InsufficientScope for keys
 */
export async function findShops(ctx: Context, { q }: FindShops): Promise<Shop[]> {
  return shopsOf(ctx, personOf(ctx.actor), MAX_SHOPS, q);
}

/**
 * A retailer with its time zone and the role of the signed-in member of staff.
 * @throws RetailerNotFound; Unauthorized for nobody; InsufficientScope for keys
 */
export async function getShop(ctx: Context, { retailerId }: ShopOf): Promise<OpenShop> {
  const { retailerId: id, name, isTest } = await findRetailer(ctx, retailerId);
  const role = roleAt(personOf(ctx.actor), id) ?? "viewer";
  return {
    id,
    name,
    role,
    isTest,
    isOfStores: storesOf(ctx.actor, id) !== undefined,
    timezone: await zoneOfShop(ctx.db, id),
  };
}

/**
 * How to reach the partners of the signed-in person, as far as they say it.
 * @throws Unauthorized for nobody; InsufficientScope for keys
 */
export async function listContacts({ actor, db }: Context): Promise<Contact[]> {
  const { partnerId, partners } = personOf(actor);
  const ids = [...(partnerId ? [partnerId] : []), ...(partners?.values() ?? [])];
  const where = { id: { in: [...new Set(ids)] }, contact: { not: null } };
  const rows = await db.prisma.partner.findMany({ where, select: { name: true, contact: true } });
  return rows.map(({ name: partner, contact }) => ({ partner, contact: contact ?? "" }));
}

function presentInvitation(row: Prisma.StaffInvitationModel, now: Date): Omit<Invitation, "role" | "stores"> {
  return {
    id: row.id,
    email: row.email,
    invitedBy: row.invitedBy,
    expiresAt: row.expiresAt.toISOString(),
    isExpired: row.expiresAt <= now,
  };
}

const MAX_PEOPLE = 500;

const user = { select: { name: true, email: true, twoFactorEnabled: true } } as const;

/**
 * The people with a role and the open invitations, the oldest first.
 * @throws RetailerNotFound, InsufficientScope
 */
export async function listTeam(ctx: Context, input: TeamOf): Promise<Team> {
  const { prisma } = ctx.db;
  const { retailerId, partnerId, name } = await findTeam(ctx, input.retailerId);
  const oldest = { include: { user }, orderBy: { createdAt: "asc" }, take: MAX_PEOPLE } as const;
  const members = retailerId
    ? await prisma.staffMember.findMany({ where: { retailerId }, ...oldest })
    : await prisma.partnerMember.findMany({ where: { partnerId }, ...oldest });
  const invitations = await prisma.staffInvitation.findMany({
    where: { partnerId, retailerId },
    orderBy: { createdAt: "asc" },
    take: MAX_PEOPLE,
  });
  const ids = [
    ...members.flatMap((row) => ("storeIds" in row ? row.storeIds : [])),
    ...invitations.flatMap((row) => row.storeIds),
  ];
  const known = retailerId ? await namedStores(ctx.db, retailerId, [...new Set(ids)]) : [];
  const presentGrant = (row: object) => {
    const { role, stores } = grantOf(row as Prisma.StaffInvitationModel);
    return { role: role ?? ("partner" as const), stores: stores && known.filter(({ id }) => stores.includes(id)) };
  };
  const caller = ctx.actor?.kind === "staff" ? ctx.actor.userId : undefined;
  const partner = retailerId ? null : await prisma.partner.findUnique({ where: { id: partnerId } });
  return {
    name,
    contact: partner?.contact ?? null,
    canMail: ctx.settings.canMail === true,
    members: members.map((member) => ({
      userId: member.userId,
      name: member.user.name,
      email: member.user.email,
      ...presentGrant(member),
      since: member.createdAt.toISOString(),
      hasSecondFactor: member.user.twoFactorEnabled === true,
      isYou: member.userId === caller,
    })),
    invitations: invitations.map((row) => ({ ...presentInvitation(row, ctx.now()), ...presentGrant(row) })),
  };
}
