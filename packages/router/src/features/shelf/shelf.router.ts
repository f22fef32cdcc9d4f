import { procedure, query } from "../../access/procedure.ts";
import { router } from "../../kernel/trpc.ts";
import { countProducts } from "./count-products.ts";
import { exportProducts, findProducts } from "./find-products.ts";
import { listItemStates } from "./list-item-states.ts";
import { listStockLevels } from "./list-stock-levels.ts";
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

const readStore = procedure.meta({ access: "inventory:read", stores: "named" });
const find = procedure.meta({ access: "inventory:read", stores: "filtered" });
const own = procedure.meta({ access: "inventory:read", stores: "own" });

export const shelf = router({
  stockLevels: query(readStore, ListStockLevels, StockLevels, listStockLevels),
  listItems: query(readStore, ListItems, ItemPage, listItems),
  getItem: query(readStore, GetItem, Item, getItem),
  itemStates: query(readStore, GetItem, ItemStates, listItemStates),
  getProduct: query(own, GetProduct, Product, getProduct),
  findProducts: query(find, FindProducts, FoundProducts, findProducts),
  exportProducts: query(find, ExportProducts, ProductParts, exportProducts),
  countProducts: query(readStore, CountProducts, ProductCounts, countProducts),
});
