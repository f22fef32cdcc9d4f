import { procedure, router } from "../../kernel/trpc.ts";
import { getProductData } from "./get-product-data.ts";
import { listProductIngests } from "./list-product-ingests.ts";
import {
  GetProductData,
  ListProductIngests,
  ProductData,
  ProductIngest,
  ProductIngestPage,
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
    .output(ProductData.nullable())
    .query(({ ctx, input }) => getProductData(ctx, input)),
  listIngests: procedure
    .meta({ access: "inventory:read" })
    .input(ListProductIngests)
    .output(ProductIngestPage)
    .query(({ ctx, input }) => listProductIngests(ctx, input)),
});
