import { type ConnectorInfo, catalogue } from "@highstreet/connectors/catalogue.ts";
import type { Prisma } from "@highstreet/db";
import { findRetailer } from "../../access/find-retailer.ts";
import type { Write } from "../../core/history/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import type { Connection, ConnectionsOf, OneConnection, ShopSystem } from "./connections.schema.ts";

export type ConnectionRow = Prisma.ConnectionGetPayload<object>;

/** The provider of sources whose stock comes through a connection. */
const CONNECTION = "connection";

export interface ConnectedStore {
  storeId: string;
  /** null: the only location of the shop system. */
  locationId: string | null;
}

/** @throws Error for a connector that this version of Highstreet lacks */
export function connectorOf(id: string): ConnectorInfo {
  const found = catalogue.find((connector) => connector.id === id);
  if (!found) throw new Error(`there is no connector ${id}`);
  return found;
}

export const shopSystems: readonly ShopSystem[] = catalogue.map(({ id, label, credential, secretMembers }) => ({
  connector: id,
  label,
  fields: Object.keys(credential.shape).map((name) => ({ name, isSecret: secretMembers.includes(name) })),
}));

export function connectionNotFound(): DomainError {
  return new DomainError("ConnectionNotFound", "The retailer has no connection to this shop system.");
}

export function presentConnection(row: ConnectionRow, stores: ConnectedStore[]): Connection {
  const locations = row.locations as { id: string; name: string }[];
  const storeAt = (id: string): string | null =>
    stores.find(({ locationId }) => locationId === id || (locationId === null && locations.length === 1))?.storeId ??
    null;
  return {
    connector: row.connector,
    label: connectorOf(row.connector).label,
    status: row.status as Connection["status"],
    parameters: row.parameters as Connection["parameters"],
    warnings: row.warnings as Connection["warnings"],
    locations: locations.map(({ id, name }) => ({ id, name, storeId: storeAt(id) })),
    pulledAt: row.pulledAt?.toISOString() ?? null,
    nextPullAt: row.nextPullAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  };
}

export function connectionWrite(
  action: "connection.save" | "connection.remove",
  before: ConnectionRow | null,
  after: ConnectionRow | null,
): Write {
  const shown = (row: ConnectionRow | null) => row && presentConnection(row, []);
  const { retailerId, connector } = after ?? before ?? { retailerId: "", connector: "" };
  return {
    retailerId,
    action,
    target: { type: "connection", id: connector },
    before: shown(before),
    after: shown(after),
  };
}

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

/** At most one for each kind of shop system. @throws RetailerNotFound */
export async function listConnections(ctx: Context, input: ConnectionsOf): Promise<Connection[]> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const { prisma } = ctx.db;
  const rows = await prisma.connection.findMany({ where: { retailerId }, orderBy: { connector: "asc" } });
  if (!rows.length) return [];
  const stores = await connectedStores(prisma, retailerId);
  return rows.map((row) => presentConnection(row, stores.get(row.connector) ?? []));
}

export async function getConnection(ctx: Context, { retailerId, connector }: OneConnection): Promise<Connection> {
  const found = (await listConnections(ctx, { retailerId })).find((connection) => connection.connector === connector);
  if (!found) throw connectionNotFound();
  return found;
}
