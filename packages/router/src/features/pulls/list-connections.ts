import type { Context } from "../../kernel/context.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";
import type { Connection, ConnectionsOf } from "./connections.schema.ts";
import { connectedStores } from "./internal/connected-stores.ts";
import { presentConnection } from "./internal/present-connection.ts";

/** The connections of a retailer, at most one for each kind of shop system. @throws RetailerNotFound */
export async function listConnections(ctx: Context, input: ConnectionsOf): Promise<Connection[]> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const { prisma } = ctx.db;
  const rows = await prisma.connection.findMany({ where: { retailerId }, orderBy: { connector: "asc" } });
  if (!rows.length) return [];
  const stores = await connectedStores(prisma, retailerId);
  return rows.map((row) => presentConnection(row, stores.get(row.connector) ?? []));
}
