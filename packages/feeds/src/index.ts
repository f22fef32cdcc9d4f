export { FeedError, type FeedErrorCode } from "./feed-error.ts";
export { barcodeTextOf, textOf } from "./json/json-members.ts";
export { cleanBarcode } from "./lines/barcode.ts";
export { DecimalSigns } from "./lines/decimal-signs.ts";
export { DroppedCounts, type DroppedValues } from "./lines/dropped-values.ts";
export {
  cellText,
  type EditCells,
  type EditLine,
  type EditValues,
  editCells,
  withoutProtection,
} from "./lines/edit-line.ts";
export {
  type ColumnMapping,
  findColumns,
  stockColumns,
  storeProductColumns,
  withColumns,
} from "./lines/feed-columns.ts";
export type { LineRejection } from "./lines/feed-line.ts";
export { itemKeyOf, type ReadBarcode, readBarcode } from "./lines/item-key.ts";
export { cleanDescription, readStoreProduct, type StoreProduct, type StoreProductField } from "./lines/product-line.ts";
export { copyText, productRowColumns, storeProductRowColumns } from "./lines/product-row.ts";
export {
  type LineRules,
  type RawStockLine,
  readStockLine,
  rejectedBarcode,
  type StockField,
} from "./lines/stock-line.ts";
export {
  createFeedReader,
  type EditFeed,
  type ProductFeed,
  type StockFeed,
  type StoreProductFeed,
} from "./open-feeds.ts";
export { editRows } from "./parsers/open-edit-feed.ts";
export type { StockPreview } from "./parsers/open-preview.ts";
export { type FeedResult, type StockResult, stockRowColumns } from "./parsers/open-stock-feed.ts";
export { parsersInUse } from "./parsers/parsed-feed.ts";
export { type Preset, presets } from "./presets.ts";
export type { StockOptions } from "./read-stock.ts";
export { type Spool, type SpoolOptions, spool } from "./receive/spool.ts";
