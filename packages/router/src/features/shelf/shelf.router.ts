import { procedure } from "../../access/procedure.ts";
import { router } from "../../kernel/trpc.ts";
import { countProducts } from "./count-products.ts";
import { exportProducts, findProducts } from "./find-products.ts";
import { listItemStates } from "./item-states.ts";
import { getItem, getProduct, listItems } from "./read-items.ts";
import {
  CountProducts,
  ExportProducts,
  FindProducts,
  FoundProducts,
  GetItem,
  GetProduct,
  Item,
  ItemPage,
  ItemStates,
  ListItems,
  ListStockLevels,
  Product,
  ProductCounts,
  ProductParts,
  StockLevels,
} from "./shelf.schema.ts";
import { listStockLevels } from "./stock-levels.ts";

const readStore = procedure.meta({ access: "inventory:read", stores: "named" });
const find = procedure.meta({ access: "inventory:read", stores: "filtered" });
const own = procedure.meta({ access: "inventory:read", stores: "own" });

export const shelf = router({
  stockLevels: readStore
    .input(ListStockLevels)
    .output(StockLevels)
    .query(({ ctx, input }) => listStockLevels(ctx, input)),
  listItems: readStore
    .input(ListItems)
    .output(ItemPage)
    .query(({ ctx, input }) => listItems(ctx, input)),
  getItem: readStore
    .input(GetItem)
    .output(Item)
    .query(({ ctx, input }) => getItem(ctx, input)),
  itemStates: readStore
    .input(GetItem)
    .output(ItemStates)
    .query(({ ctx, input }) => listItemStates(ctx, input)),
  getProduct: own
    .input(GetProduct)
    .output(Product)
    .query(({ ctx, input }) => getProduct(ctx, input)),
  findProducts: find
    .input(FindProducts)
    .output(FoundProducts)
    .query(({ ctx, input }) => findProducts(ctx, input)),
  exportProducts: find
    .input(ExportProducts)
    .output(ProductParts)
    .query(({ ctx, input }) => exportProducts(ctx, input)),
  countProducts: readStore
    .input(CountProducts)
    .output(ProductCounts)
    .query(({ ctx, input }) => countProducts(ctx, input)),
});
