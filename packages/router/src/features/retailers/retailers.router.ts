import { z } from "zod";
import { mutation, procedure, query } from "../../access/procedure.ts";
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
  create: mutation(
    procedure.meta({ access: "retailers:write", wholePartner: true }),
    CreateRetailer,
    RetailerWithStores,
    createRetailer,
  ),
  list: query(procedure.meta({ access: "retailers:read", stores: "own" }), ListRetailers, RetailerPage, listRetailers),
  get: query(procedure.meta({ access: "retailers:read" }), RetailerId, RetailerWithStores, getRetailer),
  update: mutation(procedure.meta({ access: "retailers:write" }), UpdateRetailer, RetailerWithStores, updateRetailer),
  delete: mutation(procedure.meta({ access: "retailers:write" }), RetailerId, z.void(), deleteRetailer),
});
