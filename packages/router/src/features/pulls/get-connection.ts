import type { Context } from "../../kernel/context.ts";
import type { Connection, OneConnection } from "./connections.schema.ts";
import { connectionNotFound } from "./internal/present-connection.ts";
import { listConnections } from "./list-connections.ts";

/** A connection of a retailer. @throws RetailerNotFound, ConnectionNotFound */
export async function getConnection(ctx: Context, { retailerId, connector }: OneConnection): Promise<Connection> {
  const found = (await listConnections(ctx, { retailerId })).find((connection) => connection.connector === connector);
  if (!found) throw connectionNotFound();
  return found;
}
