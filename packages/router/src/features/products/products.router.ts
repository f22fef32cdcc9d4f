import { mutation, procedure, query } from "../../access/procedure.ts";
import { StockPreview } from "../../core/feeds/preview.schema.ts";
import { router } from "../../kernel/trpc.ts";
import { previewProducts } from "./preview-products.ts";
import {
  GetProductData,
  GetProductIngest,
  ListProductIngests,
  ListProductRejections,
  PreviewProducts,
  ProductData,
  ProductIngest,
  ProductIngestPage,
  ProductRejectionCounts,
  ProductRejectionPage,
  ProductUndo,
  PutProducts,
  UndoProducts,
} from "./products.schema.ts";
import { putProducts } from "./put-products.ts";
import {
  countProductRejections,
  getProductData,
  getProductIngest,
  listProductIngests,
  listProductRejections,
} from "./read-products.ts";
import { undoProducts } from "./undo-products.ts";

const read = procedure.meta({ access: "inventory:read" });

export const products = router({
  putFeed: mutation(procedure.meta({ access: "inventory:write" }), PutProducts, ProductIngest, putProducts),
  previewFeed: mutation(procedure.meta({ access: "inventory:write" }), PreviewProducts, StockPreview, previewProducts),
  undoIngest: mutation(procedure.meta({ access: "inventory:write" }), UndoProducts, ProductUndo, undoProducts),
  get: query(procedure.meta({ access: "inventory:read", stores: "own" }), GetProductData, ProductData, getProductData),
  listIngests: query(read, ListProductIngests, ProductIngestPage, listProductIngests),
  getIngest: query(read, GetProductIngest, ProductIngest, getProductIngest),
  listRejections: query(read, ListProductRejections, ProductRejectionPage, listProductRejections),
  countRejections: query(read, GetProductIngest, ProductRejectionCounts, countProductRejections),
});
