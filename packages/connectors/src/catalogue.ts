import type { ConnectorInfo } from "./connector-info.ts";
import { info as shopify } from "./shopify/credential.ts";
import { info as square } from "./square/credential.ts";
import { info as woocommerce } from "./woocommerce/credential.ts";

export type { ConnectorInfo } from "./connector-info.ts";

/** All shop systems. Schemas of the API use this list, so that browsers load no connector. */
export const catalogue: readonly ConnectorInfo[] = [shopify, square, woocommerce];
