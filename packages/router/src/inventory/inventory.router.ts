import { z } from "zod";
import { procedure, router } from "../trpc.ts";
import { getIngest } from "./get-ingest.ts";
import { getItem } from "./get-item.ts";
import { getProduct } from "./get-product.ts";
import { getSource } from "./get-source.ts";
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
  PatchStock,
  Product,
  Provider,
  PutStock,
  RejectionPage,
  Source,
} from "./inventory.schema.ts";
import { listIngests } from "./list-ingests.ts";
import { listItems } from "./list-items.ts";
import { listRejections } from "./list-rejections.ts";
import { patchStock } from "./patch-stock.ts";
import { providers } from "./providers.ts";
import { putStock } from "./put-stock.ts";

const read = procedure.meta({ access: "inventory:read" });
const write = procedure.meta({ access: "inventory:write" });

/** Stock in, and what is on the shelves (contract §3). */
export const inventory = router({
  providers: procedure
    .meta({ access: "any" })
    .input(z.strictObject({}))
    .output(z.array(Provider))
    .query(() => [...providers]),
  getSource: read
    .input(InStore)
    .output(Source)
    .query(({ ctx, input }) => getSource(ctx, input)),
  putStock: write
    .input(PutStock)
    .output(Ingest)
    .mutation(({ ctx, input }) => putStock(ctx, input)),
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
