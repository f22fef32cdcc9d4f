import type { Connector, OpenConnector } from "./connector.ts";
import { Http, type HttpOptions } from "./http.ts";
import { shopify } from "./shopify/index.ts";
import { square } from "./square/index.ts";
import { woocommerce } from "./woocommerce/index.ts";

/** All connectors. */
const connectors: readonly Connector[] = [shopify, square, woocommerce];

/** A connector that was opened with a credential. */
export interface OpenedConnector {
  open: OpenConnector;
  /** Ends running calls. They fail with the reason of an `AbortSignal`. */
  close(): Promise<void>;
}

/** Opens a connector. @throws Error for an unknown connector, or a stored credential that it does not know */
export function openConnector(id: string, credential: unknown, options: Omit<HttpOptions, "name">): OpenedConnector {
  const connector = connectors.find((one) => one.id === id);
  if (!connector) throw new Error(`there is no connector ${id}`);
  const http = new Http({ name: connector.label, ...options });
  return { open: connector.open(connector.credential.parse(credential), http), close: () => http.close() };
}
