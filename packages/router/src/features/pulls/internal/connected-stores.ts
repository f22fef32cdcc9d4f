import type { Prisma } from "@highstreet/db";
import { CONNECTION, type ConnectedStore } from "./present-connection.ts";

interface Parameters {
  connector: string;
  locationId?: string;
}

/** The stores whose stock comes through a connection of a retailer, by connector. A disconnected source has no upload key. */
export async function connectedStores(
  prisma: Prisma.TransactionClient,
  retailerId: string,
): Promise<Map<string, ConnectedStore[]>> {
  const [sources, keys] = await Promise.all([
    prisma.inventorySource.findMany({
      where: { retailerId, provider: CONNECTION },
      select: { storeId: true, parameters: true },
      orderBy: { storeId: "asc" },
    }),
    prisma.uploadKey.findMany({ where: { retailerId }, select: { storeId: true } }),
  ]);
  const connected = new Set(keys.map(({ storeId }) => storeId));
  const found = sources
    .filter(({ storeId }) => connected.has(storeId))
    .map(({ storeId, parameters }) => {
      const { connector, locationId = null } = parameters as unknown as Parameters;
      return { connector, store: { storeId, locationId } };
    });
  return new Map(
    [...Map.groupBy(found, ({ connector }) => connector)].map(([id, all]) => [id, all.map(({ store }) => store)]),
  );
}
