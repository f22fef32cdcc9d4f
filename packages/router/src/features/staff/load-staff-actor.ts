import type { Database } from "@highstreet/db";
import type { Actor } from "../../kernel/context.ts";
import type { Role } from "../../kernel/roles.ts";

/** The actor that a signed-in user is: its roles, read anew for each call, so that a removal counts at once. */
export async function loadStaffActor(db: Database, user: { id: string; name: string }): Promise<Actor> {
  const rows = await db.query<{ retailerId: string; role: Role; partnerId: string }>(
    `SELECT m.retailer_id AS "retailerId", m.role, r.partner_id AS "partnerId"
     FROM staff_member m JOIN retailer r ON r.retailer_id = m.retailer_id WHERE m.user_id = $1 ORDER BY r.partner_id`,
    [user.id],
  );
  return {
    kind: "staff",
    userId: user.id,
    name: user.name,
    partnerId: rows[0]?.partnerId,
    roles: new Map(rows.map(({ retailerId, role }) => [retailerId, role])),
  };
}
