import { procedure } from "../../access/procedure.ts";
import { StockPreview } from "../../core/feeds/preview.schema.ts";
import { router } from "../../kernel/trpc.ts";
import { previewProducts } from "./preview-products.ts";
import {
  GetProductData,
  GetProductIngest,
  ListProductIngests,
  ListProductRejections,
  PreviewProducts,
  ProductData,
  ProductIngest,
  ProductIngestPage,
  ProductRejectionCounts,
  ProductRejectionPage,
  ProductUndo,
  PutProducts,
  UndoProducts,
} from "./products.schema.ts";
import { putProducts } from "./put-products.ts";
import {
  countProductRejections,
  getProductData,
  getProductIngest,
  listProductIngests,
  listProductRejections,
} from "./read-products.ts";
import { undoProducts } from "./undo-products.ts";

const read = procedure.meta({ access: "inventory:read" });

export const products = router({
  putFeed: procedure
    .meta({ access: "inventory:write" })
    .input(PutProducts)
    .output(ProductIngest)
    .mutation(({ ctx, input }) => putProducts(ctx, input)),
  previewFeed: procedure
    .meta({ access: "inventory:write" })
    .input(PreviewProducts)
    .output(StockPreview)
    .mutation(({ ctx, input }) => previewProducts(ctx, input)),
  undoIngest: procedure
    .meta({ access: "inventory:write" })
    .input(UndoProducts)
    .output(ProductUndo)
    .mutation(({ ctx, input }) => undoProducts(ctx, input)),
  get: procedure
    .meta({ access: "inventory:read", stores: "own" })
    .input(GetProductData)
    .output(ProductData)
    .query(({ ctx, input }) => getProductData(ctx, input)),
  listIngests: read
    .input(ListProductIngests)
    .output(ProductIngestPage)
    .query(({ ctx, input }) => listProductIngests(ctx, input)),
  getIngest: read
    .input(GetProductIngest)
    .output(ProductIngest)
    .query(({ ctx, input }) => getProductIngest(ctx, input)),
  listRejections: read
    .input(ListProductRejections)
    .output(ProductRejectionPage)
    .query(({ ctx, input }) => listProductRejections(ctx, input)),
  countRejections: read
    .input(GetProductIngest)
    .output(ProductRejectionCounts)
    .query(({ ctx, input }) => countProductRejections(ctx, input)),
});
