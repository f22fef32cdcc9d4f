export type { ConnectorItem, Location, OpenConnector } from "./connector.ts";
export { ConnectorError } from "./connector-error.ts";
export { type OpenedConnector, openConnector } from "./connectors.ts";
