import type { Database } from "@highstreet/db";
import type { Actor } from "../../../kernel/context.ts";
import type { Role } from "../../../kernel/roles.ts";

/** The actor of a signed-in user. Reads the roles for each call, so that a removed role ends at once. */
export async function loadStaffActor(
  { prisma }: Pick<Database, "prisma">,
  user: { id: string; name: string },
): Promise<Actor> {
  const members = await prisma.staffMember.findMany({
    where: { userId: user.id },
    select: { retailerId: true, role: true, retailer: { select: { partnerId: true } } },
    orderBy: { retailer: { partnerId: "asc" } },
  });
  return {
    kind: "staff",
    userId: user.id,
    name: user.name,
    partnerId: members[0]?.retailer.partnerId,
    roles: new Map(members.map(({ retailerId, role }) => [retailerId, role as Role])),
  };
}
