import type { Tx } from "@highstreet/db";
import { findRetailer } from "../../../access/find-retailer.ts";
import { recordHistory } from "../../../core/history/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { DomainError } from "../../../kernel/errors.ts";
import { lockPartner, lockRetailer } from "../../../kernel/kernel.sql.ts";
import { roleAllows, type StaffRole } from "../../../kernel/roles.schema.ts";
import { columnsOf, type Grant, grantOf, namedStores } from "./grants.ts";

export interface Team {
  partnerId: string;
  retailerId: string | null;
  name: string;
}

/**
 * The gate of all calls about staff.
 * @param retailerId null: the partner of the caller
 * @throws RetailerNotFound; InsufficientScope without the partner role
 */
export async function findTeam(ctx: Context, retailerId: string | null | undefined): Promise<Team> {
  if (retailerId) {
    const { partnerId, name, retailerId: id } = await findRetailer(ctx, retailerId);
    return { partnerId, retailerId: id, name };
  }
  const { actor } = ctx;
  if (actor?.kind !== "staff" || !actor.isPartner || !actor.partnerId) {
    throw new DomainError("InsufficientScope", "Only people with the partner role manage the partner's staff.", {
      reason: "partner",
    });
  }
  const { id, name } = await ctx.db.prisma.partner.findUniqueOrThrow({ where: { id: actor.partnerId } });
  return { partnerId: id, retailerId: null, name };
}

/** Makes changes of a team wait for each other, so that two owners cannot remove each other. */
export async function lockTeam(tx: Tx, { partnerId, retailerId }: Team): Promise<void> {
  if (retailerId) await tx.query(lockRetailer("FOR NO KEY UPDATE"), [retailerId]);
  else await tx.query(lockPartner, [partnerId]);
}

export async function memberOf(
  { prisma }: Pick<Tx, "prisma">,
  { retailerId, partnerId }: Team,
  userId: string,
): Promise<{ name: string; email: string; role: StaffRole; stores: string[] | null }> {
  const include = { user: { select: { name: true, email: true } } };
  const row = retailerId
    ? await prisma.staffMember.findUnique({ where: { retailerId_userId: { retailerId, userId } }, include })
    : await prisma.partnerMember.findUnique({ where: { partnerId_userId: { partnerId, userId } }, include });
  if (row) return { ...row.user, ...("role" in row ? grantOf(row) : ({ role: "partner", stores: null } as const)) };
  throw new DomainError("MemberNotFound", "This person has no role here.");
}

/** @throws LastOwner if the team would be left without an owner. Call this function after `lockTeam`. */
export async function assertNotLast({ prisma }: Pick<Tx, "prisma">, { retailerId, partnerId }: Team): Promise<void> {
  const left = retailerId
    ? await prisma.staffMember.count({ where: { retailerId, role: "owner", storeRole: null } })
    : await prisma.partnerMember.count({ where: { partnerId } });
  if (left > 1) return;
  throw new DomainError(
    "LastOwner",
    retailerId
      ? "This is the shop's last owner. Make another person an owner first."
      : "This is the last person with the partner role. Invite another person first.",
    retailerId ? {} : { reason: "partner" },
  );
}

type Change = "invite" | "cancel" | "join" | "update" | "remove";

interface Member {
  name?: string | undefined;
  email: string;
  role: string | null;
  stores?: string[] | null;
}

interface MemberWrite {
  retailerId: string | null;
  id: string;
  before: Member | null;
  after: Member | null;
}

export async function recordMember(
  ctx: Context,
  tx: Tx,
  change: Change,
  { retailerId, id, before, after }: MemberWrite,
): Promise<void> {
  if (!retailerId) return;
  const isOfStores = before?.stores || after?.stores;
  const stores = await namedStores(
    tx,
    retailerId,
    [before, after].flatMap((member) => member?.stores ?? []),
  );
  const worded = ({ stores: ids, ...member }: Member) => {
    const names = ids ? stores.filter(({ id }) => ids.includes(id)).map(({ name }) => name) : "all";
    return { ...member, ...(isOfStores && { stores: names }) };
  };
  const [was, is] = [before, after].map((member) => member && worded(member));
  const target = { type: "member", id } as const;
  await recordHistory(ctx, tx, [
    { retailerId, action: `member.${change}`, target, before: was ?? null, after: is ?? null },
  ]);
}

const INVITES = { access: "staff:write" } as const;

/**
 * Cancels the open invitations that a person may no longer give. Call this function after a role of the person has ended or changed,
 * in the same transaction.
 */
export async function cancelInvitationsOf(
  ctx: Context,
  tx: Tx,
  { partnerId, userId }: { partnerId: string; userId: string },
): Promise<void> {
  const { prisma } = tx;
  const given = await prisma.staffInvitation.findMany({ where: { partnerId, inviterId: userId } });
  if (!given.length || (await prisma.partnerMember.count({ where: { partnerId, userId } }))) return;
  const roles = await prisma.staffMember.findMany({
    where: { userId, storeRole: null },
    select: { retailerId: true, role: true },
  });
  const places = new Set(roles.filter(({ role }) => roleAllows(role, INVITES)).map(({ retailerId }) => retailerId));
  for (const { id, retailerId, email, ...row } of given) {
    if (retailerId && places.has(retailerId)) continue;
    await prisma.staffInvitation.deleteMany({ where: { id } });
    await recordMember(ctx, tx, "cancel", { retailerId, id, before: { email, ...grantOf(row) }, after: null });
  }
}

/**
 * Gives a person a role at a retailer, and cancels the invitations that the person may no longer give. No upsert, because a
 * distributed database takes no enum in it.
 */
export async function saveMember(
  ctx: Context,
  tx: Tx,
  { partnerId, ...member }: { partnerId: string; retailerId: string; userId: string },
  grant: Grant,
): Promise<void> {
  const { staffMember } = tx.prisma;
  const data = columnsOf(grant);
  const { count } = await staffMember.updateMany({ where: member, data });
  if (count) await cancelInvitationsOf(ctx, tx, { partnerId, userId: member.userId });
  else await staffMember.createMany({ data: { ...member, ...data } });
}
