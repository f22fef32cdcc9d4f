import type { Tx } from "@highstreet/db";

/** The time zone of a shop: the zone of its first store. */
export async function zoneOfShop({ prisma }: Pick<Tx, "prisma">, retailerId: string): Promise<string> {
  const first = await prisma.store.findFirst({
    where: { retailerId },
    orderBy: { id: "asc" },
    select: { timezone: true },
  });
  return first?.timezone ?? "Europe/London";
}
