import type { Prisma } from "@highstreet/db";
import type { Invitation } from "../team.schema.ts";

/** An invitation's row as the console shows it. */
export function presentInvitation(row: Prisma.StaffInvitationModel, now: Date): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role ?? "partner",
    invitedBy: row.invitedBy,
    expiresAt: row.expiresAt.toISOString(),
    isExpired: row.expiresAt <= now,
  };
}
