import { type ConnectorInfo, catalogue } from "@highstreet/connectors/catalogue.ts";
import type { Prisma } from "@highstreet/db";
import type { Write } from "../../../core/history/index.ts";
import { DomainError } from "../../../kernel/errors.ts";
import type { Connection, ShopSystem } from "../connections.schema.ts";

export type ConnectionRow = Prisma.ConnectionGetPayload<object>;

/** The provider of sources whose stock comes through a connection. */
export const CONNECTION = "connection";

/** A source whose stock comes through a connection. */
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

/** The kinds of shop systems that can be connected. */
export const shopSystems: readonly ShopSystem[] = catalogue.map(({ id, label, credential, secretMembers }) => ({
  ...{ connector: id, label },
  fields: Object.keys(credential.shape).map((name) => ({ name, isSecret: secretMembers.includes(name) })),
}));

export function connectionNotFound(): DomainError {
  return new DomainError("ConnectionNotFound", "The retailer has no connection to this shop system.");
}

/** A connection as the API shows it. */
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

/** The history entry of a saved or removed connection. */
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
