export type { ConnectorItem, Location, OpenConnector } from "./connector.ts";
export type { OpenedConnector } from "./connectors.ts";
export { ConnectorError } from "./limits.ts";
export { openShop, type ShopOptions } from "./shop-process.ts";
