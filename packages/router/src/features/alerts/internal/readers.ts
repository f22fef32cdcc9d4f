import type { Tx } from "@highstreet/db";
import { personOf, roleAt } from "../../../access/authorize.ts";
import { findRetailer, type RetailerRow } from "../../../access/find-retailer.ts";
import type { Context } from "../../../kernel/context.ts";
import type { StaffRole } from "../../../kernel/roles.schema.ts";
import { type AlertKind, alertKinds, type Timing, type Timings } from "../alerts.schema.ts";

/** The first word of the subject of an e-mail about a partner's endpoints, where other e-mails have a shop. */
export const OF_PARTNER = "partner";

interface Reader {
  userId: string;
  email: string;
  language: string | null;
  timings: Timings;
}

/** An owner must know of a problem without having asked. Others get no e-mail that they did not ask for. */
export function timingsOf(role: StaffRole, chosen: unknown): Timings {
  const standard: Timing = role === "owner" ? "at_once" : "off";
  const all = Object.fromEntries(alertKinds.map((kind) => [kind, standard])) as Timings;
  return { ...all, ...(chosen as Partial<Timings> | undefined) };
}

export const kindsAt = (timings: Timings, timing: Timing): AlertKind[] =>
  alertKinds.filter((kind) => timings[kind] === timing);

export async function readersOf(
  { prisma }: Pick<Tx, "prisma">,
  { retailerId, partnerId }: Pick<RetailerRow, "retailerId" | "partnerId">,
): Promise<Reader[]> {
  const user = { select: { id: true, email: true, language: true } };
  // An alert can be about any store, so people of chosen stores get none.
  const staff = await prisma.staffMember.findMany({
    where: { retailerId, storeRole: null },
    select: { role: true, user },
  });
  const settings = await prisma.alertSetting.findMany({ where: { retailerId } });
  const partners = await prisma.partnerMember.findMany({
    where: { partnerId, userId: { in: settings.map(({ userId }) => userId) } },
    select: { user },
  });
  const roles = new Map<string, StaffRole>(staff.map((row) => [row.user.id, row.role]));
  const people = new Map([...partners, ...staff].map((row) => [row.user.id, row.user]));
  return [...people.values()].map(({ id, email, language }) => {
    const chosen = settings.find(({ userId }) => userId === id)?.timings;
    return { userId: id, email, language, timings: timingsOf(roles.get(id) ?? "partner", chosen) };
  });
}

/**
 * The gate of a person's own alerts.
 * @throws RetailerNotFound; Unauthorized for nobody; InsufficientScope for keys
 */
export async function findPerson(
  ctx: Context,
  id: string,
): Promise<{ retailerId: string; userId: string; role: StaffRole }> {
  const { retailerId } = await findRetailer(ctx, id);
  const actor = personOf(ctx.actor);
  return { retailerId, userId: actor.userId, role: roleAt(actor, retailerId) ?? "viewer" };
}

const HOUR = 8;

function atEight(time: Date, timezone: string, days: number): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(timezone);
  const day = local.toPlainDate().add({ days }).toPlainDateTime({ hour: HOUR });
  return new Date(day.toZonedDateTime(timezone).epochMilliseconds);
}

export function nextEight(after: Date, timezone: string): Date {
  const today = atEight(after, timezone, 0);
  return today > after ? today : atEight(after, timezone, 1);
}

export const eightBefore = (eight: Date, timezone: string): Date => atEight(eight, timezone, -1);
