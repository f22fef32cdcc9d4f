import type { Prisma, Tx } from "@highstreet/db";

/** Gives a person a role at a retailer. No upsert, because a distributed database takes no enum in it. */
export async function saveMember(
  prisma: Tx["prisma"],
  member: { retailerId: string; userId: string },
  role: Prisma.StaffMemberModel["role"],
): Promise<void> {
  const { count } = await prisma.staffMember.updateMany({ where: member, data: { role } });
  if (!count) await prisma.staffMember.createMany({ data: { ...member, role } });
}
