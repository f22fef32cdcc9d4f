import { channelRoutes } from "./channels.ts";
import { customizationRoutes } from "./customizations.ts";
import { historyRoutes } from "./history.ts";
import { inventoryRoutes } from "./inventory.ts";
import { keyRoutes } from "./keys.ts";
import { productRoutes } from "./products.ts";
import { retailerRoutes } from "./retailers.ts";
import type { Route } from "./route.ts";
import { storeRoutes } from "./stores.ts";

/** Every endpoint of the API, in the order of the reference. */
export const routes: readonly Route[] = [
  ...retailerRoutes,
  ...storeRoutes,
  ...inventoryRoutes,
  ...productRoutes,
  ...customizationRoutes,
  ...historyRoutes,
  ...channelRoutes,
  ...keyRoutes,
];
