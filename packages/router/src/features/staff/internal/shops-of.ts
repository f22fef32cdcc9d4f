import type { Prisma } from "@highstreet/db";
import { roleAt } from "../../../kernel/authorize.ts";
import type { Actor, Context } from "../../../kernel/context.ts";
import { containing } from "../../../kernel/text.ts";
import type { Shop } from "../staff.schema.ts";

type Staff = Extract<Actor, { kind: "staff" }>;

function retailersOf({ roles, isPartner, partnerId }: Staff): Prisma.RetailerWhereInput {
  const withRole = { id: { in: [...roles.keys()] } };
  if (!isPartner || !partnerId) return withRole;
  // Without OR, an index has the retailers in the order of their names.
  return roles.size ? { OR: [{ partnerId }, withRole] } : { partnerId };
}

/** The first `take` retailers of a person by name. `q` is a part of the name. */
export async function shopsOf({ db }: Context, actor: Staff, take: number, q = ""): Promise<Shop[]> {
  const named = q ? { name: containing(q) } : {};
  const retailers = await db.prisma.retailer.findMany({
    where: { AND: [retailersOf(actor), named] },
    select: { id: true, name: true },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take,
  });
  return retailers.map((retailer) => ({ ...retailer, role: roleAt(actor, retailer.id) ?? "viewer" }));
}
