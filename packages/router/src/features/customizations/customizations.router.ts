import { z } from "zod";
import { procedure } from "../../access/procedure.ts";
import { router } from "../../kernel/trpc.ts";
import {
  CountOwnSettings,
  Customization,
  DeleteCustomization,
  Edited,
  EditProduct,
  GetCustomization,
  GetForAllStores,
  ListCustomizations,
  OwnSettings,
  PostBatch,
  PostCustomization,
  PostedCustomization,
} from "./customizations.schema.ts";
import { deleteCustomization, deleteCustomizationOf } from "./delete-customization.ts";
import { editProduct } from "./edit-product.ts";
import { postBatch, postCustomization } from "./post-customization.ts";
import { countOwnSettings, getCustomization, getForAllStores, listCustomizations } from "./read-customizations.ts";

const read = procedure.meta({ access: "inventory:read" });
const write = procedure.meta({ access: "inventory:write" });
const readStore = procedure.meta({ access: "inventory:read", stores: "named" });
const writeStore = procedure.meta({ access: "inventory:write", stores: "named" });

export const customizations = router({
  edit: writeStore
    .input(EditProduct)
    .output(Edited)
    .mutation(({ ctx, input }) => editProduct(ctx, input)),
  post: write
    .input(PostCustomization)
    .output(PostedCustomization)
    .mutation(({ ctx, input }) => postCustomization(ctx, input)),
  postBatch: write
    .input(PostBatch)
    .output(z.array(Customization))
    .mutation(({ ctx, input }) => postBatch(ctx, input)),
  list: readStore.input(ListCustomizations).query(({ ctx, input }) => listCustomizations(ctx, input)),
  countOwnSettings: read
    .input(CountOwnSettings)
    .output(OwnSettings)
    .query(({ ctx, input }) => countOwnSettings(ctx, input)),
  getForAllStores: procedure
    .meta({ access: "inventory:read", stores: "own" })
    .input(GetForAllStores)
    .output(Customization.nullable())
    .query(({ ctx, input }) => getForAllStores(ctx, input)),
  get: read
    .input(GetCustomization)
    .output(Customization)
    .query(({ ctx, input }) => getCustomization(ctx, input)),
  delete: write
    .input(GetCustomization)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteCustomization(ctx, input)),
  deleteByBarcode: write
    .input(DeleteCustomization)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteCustomizationOf(ctx, input)),
});
