import { z } from "zod";
import { procedure } from "../../access/procedure.ts";
import { router } from "../../kernel/trpc.ts";
import { createRetailer } from "./create-retailer.ts";
import { deleteRetailer } from "./delete-retailer.ts";
import { getRetailer, listRetailers } from "./read-retailers.ts";
import {
  CreateRetailer,
  ListRetailers,
  RetailerId,
  RetailerPage,
  RetailerWithStores,
  UpdateRetailer,
} from "./retailers.schema.ts";
import { updateRetailer } from "./update-retailer.ts";

export const retailers = router({
  create: procedure
    .meta({ access: "retailers:write", wholePartner: true })
    .input(CreateRetailer)
    .output(RetailerWithStores)
    .mutation(({ ctx, input }) => createRetailer(ctx, input)),
  list: procedure
    .meta({ access: "retailers:read", stores: "own" })
    .input(ListRetailers)
    .output(RetailerPage)
    .query(({ ctx, input }) => listRetailers(ctx, input)),
  get: procedure
    .meta({ access: "retailers:read" })
    .input(RetailerId)
    .output(RetailerWithStores)
    .query(({ ctx, input }) => getRetailer(ctx, input)),
  update: procedure
    .meta({ access: "retailers:write" })
    .input(UpdateRetailer)
    .output(RetailerWithStores)
    .mutation(({ ctx, input }) => updateRetailer(ctx, input)),
  delete: procedure
    .meta({ access: "retailers:write" })
    .input(RetailerId)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteRetailer(ctx, input)),
});
