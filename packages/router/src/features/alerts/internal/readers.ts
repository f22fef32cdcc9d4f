import type { Tx } from "@highstreet/db";
import type { RetailerRow } from "../../../kernel/find-retailer.ts";
import type { StaffRole } from "../../../kernel/roles.ts";
import { type AlertKind, alertKinds, type Timing, type Timings } from "../alerts.schema.ts";

/** A person with a role at a shop, and the alerts that the person gets. */
interface Reader {
  userId: string;
  email: string;
  timings: Timings;
}

/** An owner must know of a problem without having asked. Others get no e-mail that they did not ask for. */
export function timingsOf(role: StaffRole, chosen: unknown): Timings {
  const standard: Timing = role === "owner" ? "at_once" : "off";
  const all = Object.fromEntries(alertKinds.map((kind) => [kind, standard])) as Timings;
  return { ...all, ...(chosen as Partial<Timings> | undefined) };
}

/** The kinds that a person gets at this time. */
export const kindsAt = (timings: Timings, timing: Timing): AlertKind[] =>
  alertKinds.filter((kind) => timings[kind] === timing);

/** The people of a shop, and those of its partner who have chosen alerts of the shop. */
export async function readersOf(
  { prisma }: Pick<Tx, "prisma">,
  { retailerId, partnerId }: Pick<RetailerRow, "retailerId" | "partnerId">,
): Promise<Reader[]> {
  const user = { select: { id: true, email: true } };
  const staff = await prisma.staffMember.findMany({ where: { retailerId }, select: { role: true, user } });
  const settings = await prisma.alertSetting.findMany({ where: { retailerId } });
  const partners = await prisma.partnerMember.findMany({
    where: { partnerId, userId: { in: settings.map(({ userId }) => userId) } },
    select: { user },
  });
  const roles = new Map<string, StaffRole>(staff.map((row) => [row.user.id, row.role]));
  const people = new Map([...partners, ...staff].map((row) => [row.user.id, row.user]));
  return [...people.values()].map(({ id, email }) => {
    const chosen = settings.find(({ userId }) => userId === id)?.timings;
    return { userId: id, email, timings: timingsOf(roles.get(id) ?? "partner", chosen) };
  });
}
