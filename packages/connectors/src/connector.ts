import type { ConnectorInfo } from "./catalogue.ts";
import type { Http } from "./http.ts";

export interface Location {
  id: string;
  name: string;
}

export interface ConnectorItem {
  /** The GTIN. For an item without one, its SKU. */
  barcode: string;
  /** Selling price as a decimal number, such as `4.50`. */
  price: string;
  /** ISO 4217; null: the currency of the store. */
  currency: string | null;
  title: string;
  brand: string | null;
  /** URLs, the main image first. */
  images: string[];
  /** Available units by the id of the location. A location that is missing has none. */
  quantities: Map<string, number>;
}

export interface OpenConnector {
  /**
   * Checks the credential and its rights, and lists the locations.
   * @throws ConnectorError
   */
  locations(): Promise<Location[]>;
  /**
   * All items that the shop sells now, or the items whose data or stock changed since a time. A changed item is complete: it has its
   * quantity at every location. An item that is no longer on sale comes without quantities, or not at all.
   * @param since null: all items
   * @throws ConnectorError, perhaps after some items
   */
  items(since: Date | null): AsyncIterable<ConnectorItem>;
}

export interface Connector<Credential = unknown> extends ConnectorInfo<Credential> {
  open(credential: Credential, http: Http): OpenConnector;
}
