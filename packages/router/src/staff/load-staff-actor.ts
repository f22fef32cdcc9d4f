import type { Database } from "@highstreet/db";
import type { Actor } from "../context.ts";
import type { Role } from "./roles.ts";

/** The actor that a signed-in user is: its roles, read anew for each call, so that a removal counts at once. */
export async function loadStaffActor(db: Database, user: { id: string; name: string }): Promise<Actor> {
  const rows = await db.query<{ retailerId: string; role: Role }>(
    `SELECT retailer_id AS "retailerId", role FROM staff_member WHERE user_id = $1`,
    [user.id],
  );
  return {
    kind: "staff",
    userId: user.id,
    name: user.name,
    roles: new Map(rows.map(({ retailerId, role }) => [retailerId, role])),
  };
}
