import { openStageSql as openStockStage } from "../src/features/ingest/stock.sql.ts";
import { openStageSql as openStoreProductStage } from "../src/features/ingest/store-products.sql.ts";
import { openStageSql as openProductStage } from "../src/features/products/products.sql.ts";

/** The statements that make all stages of a connection, for a check of the statements that use them. */
export const openStages = [openStockStage, openStoreProductStage, openProductStage];
