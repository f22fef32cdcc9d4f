import { z } from "zod";
import { mutation, procedure, query } from "../../access/procedure.ts";
import { router } from "../../kernel/trpc.ts";
import {
  CountOwnSettings,
  Customization,
  DeleteCustomization,
  Edited,
  EditProduct,
  GetCustomization,
  GetForAllStores,
  GetForStore,
  ListCustomizations,
  OwnSettings,
  PostBatch,
  PostCustomization,
  PostedCustomization,
  StoreEdit,
} from "./customizations.schema.ts";
import { deleteCustomization, deleteCustomizationOf } from "./delete-customization.ts";
import { editProduct } from "./edit-product.ts";
import { postBatch, postCustomization } from "./post-customization.ts";
import {
  countOwnSettings,
  getCustomization,
  getForAllStores,
  getForStore,
  listCustomizations,
} from "./read-customizations.ts";

const read = procedure.meta({ access: "inventory:read" });
const write = procedure.meta({ access: "inventory:write" });
const readStore = procedure.meta({ access: "inventory:read", stores: "named" });
const writeStore = procedure.meta({ access: "inventory:write", stores: "named" });

export const customizations = router({
  edit: mutation(writeStore, EditProduct, Edited, editProduct),
  post: mutation(write, PostCustomization, PostedCustomization, postCustomization),
  postBatch: mutation(write, PostBatch, z.array(Customization), postBatch),
  list: readStore.input(ListCustomizations).query(({ ctx, input }) => listCustomizations(ctx, input)),
  countOwnSettings: query(read, CountOwnSettings, OwnSettings, countOwnSettings),
  getForAllStores: query(
    procedure.meta({ access: "inventory:read", stores: "own" }),
    GetForAllStores,
    Customization.nullable(),
    getForAllStores,
  ),
  getForStore: query(readStore, GetForStore, StoreEdit, getForStore),
  get: query(read, GetCustomization, Customization, getCustomization),
  delete: mutation(write, GetCustomization, z.void(), deleteCustomization),
  deleteByBarcode: mutation(write, DeleteCustomization, z.void(), deleteCustomizationOf),
});
