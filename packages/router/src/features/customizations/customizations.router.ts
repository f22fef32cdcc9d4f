import { z } from "zod";
import { procedure, router } from "../../kernel/trpc.ts";
import { countOwnSettings } from "./count-own-settings.ts";
import {
  CountOwnSettings,
  Customization,
  DeleteCustomization,
  EditProduct,
  GetCustomization,
  ListCustomizations,
  OwnSettings,
  PostBatch,
  PostCustomization,
  PostedCustomization,
} from "./customizations.schema.ts";
import { deleteCustomization, deleteCustomizationOf } from "./delete-customization.ts";
import { editProduct } from "./edit-product.ts";
import { getCustomization } from "./get-customization.ts";
import { listCustomizations } from "./list-customizations.ts";
import { postBatch } from "./post-batch.ts";
import { postCustomization } from "./post-customization.ts";

const read = procedure.meta({ access: "inventory:read" });
const write = procedure.meta({ access: "inventory:write" });

/** Product editing and customizations. */
export const customizations = router({
  edit: write
    .input(EditProduct)
    .output(Customization)
    .mutation(({ ctx, input }) => editProduct(ctx, input)),
  post: write
    .input(PostCustomization)
    .output(PostedCustomization)
    .mutation(({ ctx, input }) => postCustomization(ctx, input)),
  postBatch: write
    .input(PostBatch)
    .output(z.array(Customization))
    .mutation(({ ctx, input }) => postBatch(ctx, input)),
  list: read.input(ListCustomizations).query(({ ctx, input }) => listCustomizations(ctx, input)),
  countOwnSettings: read
    .input(CountOwnSettings)
    .output(OwnSettings)
    .query(({ ctx, input }) => countOwnSettings(ctx, input)),
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
