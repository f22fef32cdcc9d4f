import { procedure, router } from "../../kernel/trpc.ts";
import { getProductData } from "./get-product-data.ts";
import { getProductIngest } from "./get-product-ingest.ts";
import { listProductIngests } from "./list-product-ingests.ts";
import { listProductRejections } from "./list-product-rejections.ts";
import {
  GetProductData,
  GetProductIngest,
  ListProductIngests,
  ListProductRejections,
  ProductData,
  ProductIngest,
  ProductIngestPage,
  ProductRejectionPage,
  PutProducts,
} from "./products.schema.ts";
import { putProducts } from "./put-products.ts";

/** Product data from the systems of a retailer. */
export const products = router({
  putFeed: procedure
    .meta({ access: "inventory:write" })
    .input(PutProducts)
    .output(ProductIngest)
    .mutation(({ ctx, input }) => putProducts(ctx, input)),
  get: procedure
    .meta({ access: "inventory:read" })
    .input(GetProductData)
    .output(ProductData)
    .query(({ ctx, input }) => getProductData(ctx, input)),
  listIngests: procedure
    .meta({ access: "inventory:read" })
    .input(ListProductIngests)
    .output(ProductIngestPage)
    .query(({ ctx, input }) => listProductIngests(ctx, input)),
  getIngest: procedure
    .meta({ access: "inventory:read" })
    .input(GetProductIngest)
    .output(ProductIngest)
    .query(({ ctx, input }) => getProductIngest(ctx, input)),
  listRejections: procedure
    .meta({ access: "inventory:read" })
    .input(ListProductRejections)
    .output(ProductRejectionPage)
    .query(({ ctx, input }) => listProductRejections(ctx, input)),
});
