import { z } from "zod";
import { StockPreview } from "../../core/feeds/preview.schema.ts";
import { procedure, router } from "../../kernel/trpc.ts";
import { acceptIngest } from "./accept-ingest.ts";
import { connectSource } from "./connect-source.ts";
import { discardIngest } from "./discard-ingest.ts";
import { disconnectSource } from "./disconnect-source.ts";
import { exportProducts } from "./export-products.ts";
import { ExportProducts, FindProducts, FoundProducts, ProductParts } from "./find-products.schema.ts";
import { findProducts } from "./find-products.ts";
import { getIngest } from "./get-ingest.ts";
import { getItem } from "./get-item.ts";
import { getProduct } from "./get-product.ts";
import { getSource } from "./get-source.ts";
import { providers } from "./internal/source.ts";
import {
  GetIngest,
  GetItem,
  GetProduct,
  Ingest,
  IngestPage,
  InStore,
  Item,
  ItemPage,
  ListIngests,
  ListItems,
  ListRejections,
  ListShopLevels,
  PatchStock,
  PreviewStock,
  Product,
  ProviderDetails,
  PutStock,
  RejectionPage,
  RememberColumns,
  ShopLevels,
  StockLevels,
} from "./inventory.schema.ts";
import { listIngests } from "./list-ingests.ts";
import { listItems } from "./list-items.ts";
import { listRejections } from "./list-rejections.ts";
import { listShopLevels } from "./list-shop-levels.ts";
import { listStockLevels } from "./list-stock-levels.ts";
import { patchStock } from "./patch-stock.ts";
import { previewStock } from "./preview-stock.ts";
import { putStock } from "./put-stock.ts";
import { rememberColumns } from "./remember-columns.ts";
import { ConnectedSource, ConnectSource, SourceRecord } from "./source.schema.ts";

const read = procedure.meta({ access: "inventory:read" });
const write = procedure.meta({ access: "inventory:write" });

/** Stock: feeds, tills, sources and items. */
export const inventory = router({
  providers: procedure
    .meta({ access: "any" })
    .input(z.strictObject({}))
    .output(z.array(ProviderDetails))
    .query(() => [...providers]),
  connect: write
    .input(ConnectSource)
    .output(ConnectedSource)
    .mutation(({ ctx, input }) => connectSource(ctx, input)),
  disconnect: write
    .input(InStore)
    .output(z.void())
    .mutation(({ ctx, input }) => disconnectSource(ctx, input)),
  getSource: read
    .input(InStore)
    .output(SourceRecord)
    .query(({ ctx, input }) => getSource(ctx, input)),
  stockLevels: read
    .input(InStore)
    .output(StockLevels)
    .query(({ ctx, input }) => listStockLevels(ctx, input)),
  rememberColumns: write
    .input(RememberColumns)
    .output(SourceRecord)
    .mutation(({ ctx, input }) => rememberColumns(ctx, input)),
  putStock: write
    .input(PutStock)
    .output(Ingest)
    .mutation(({ ctx, input }) => putStock(ctx, input)),
  previewStock: write
    .input(PreviewStock)
    .output(StockPreview)
    .mutation(({ ctx, input }) => previewStock(ctx, input)),
  discardIngest: write
    .input(GetIngest)
    .output(Ingest)
    .mutation(({ ctx, input }) => discardIngest(ctx, input)),
  acceptIngest: write
    .input(GetIngest)
    .output(Ingest)
    .mutation(({ ctx, input }) => acceptIngest(ctx, input)),
  patchStock: write
    .input(PatchStock)
    .output(Ingest)
    .mutation(({ ctx, input }) => patchStock(ctx, input)),
  listItems: read
    .input(ListItems)
    .output(ItemPage)
    .query(({ ctx, input }) => listItems(ctx, input)),
  getItem: read
    .input(GetItem)
    .output(Item)
    .query(({ ctx, input }) => getItem(ctx, input)),
  getProduct: read
    .input(GetProduct)
    .output(Product)
    .query(({ ctx, input }) => getProduct(ctx, input)),
  findProducts: read
    .input(FindProducts)
    .output(FoundProducts)
    .query(({ ctx, input }) => findProducts(ctx, input)),
  exportProducts: read
    .input(ExportProducts)
    .output(ProductParts)
    .query(({ ctx, input }) => exportProducts(ctx, input)),
  shopLevels: read
    .input(ListShopLevels)
    .output(ShopLevels)
    .query(({ ctx, input }) => listShopLevels(ctx, input)),
  listIngests: read
    .input(ListIngests)
    .output(IngestPage)
    .query(({ ctx, input }) => listIngests(ctx, input)),
  getIngest: read
    .input(GetIngest)
    .output(Ingest)
    .query(({ ctx, input }) => getIngest(ctx, input)),
  listRejections: read
    .input(ListRejections)
    .output(RejectionPage)
    .query(({ ctx, input }) => listRejections(ctx, input)),
});
