export { FeedError, type FeedErrorCode } from "./feed-error.ts";
export { readJsonBody } from "./json/bounded-json.ts";
export { barcodeTextOf, textOf } from "./json/json-records.ts";
export { surveyJson } from "./json/survey-json.ts";
export { cleanBarcode, itemKeyOf, type ReadBarcode, readBarcode } from "./lines/barcode.ts";
export { DecimalSigns } from "./lines/decimal-signs.ts";
export {
  cellText,
  type EditCells,
  type EditLine,
  type EditValues,
  editCells,
  editFieldWords,
} from "./lines/edit-line.ts";
export {
  type ColumnMapping,
  type ColumnRules,
  type Columns,
  findColumns,
  stockColumns,
  storeProductColumns,
  withColumns,
} from "./lines/feed-columns.ts";
export type { LineRejection } from "./lines/feed-line.ts";
export { DroppedCounts, type DroppedValues } from "./lines/feed-line.ts";
export { saleAboveRegular } from "./lines/other-prices.ts";
export { cleanDescription, readStoreProduct, type StoreProduct, type StoreProductField } from "./lines/product-line.ts";
export { copyText, productRowColumns, storeProductRowColumns } from "./lines/product-row.ts";
export type { Sale } from "./lines/sale-price.ts";
export {
  type LineRules,
  numberFields,
  type RawStockLine,
  type RejectedLine,
  readStockLine,
  rejectedBarcode,
  type StockField,
  type StockLine,
} from "./lines/stock-line.ts";
export type { StockPreview } from "./parsers/open-preview.ts";
export { editRows } from "./parsers/open-product-feed.ts";
export { type FeedResult, type StockResult, saleValues, stockRowColumns } from "./parsers/open-stock-feed.ts";
export { type StockFileResult, type StoreFacts, stockFileRowColumns } from "./parsers/open-stock-file.ts";
export {
  createFeedReader,
  type EditFeed,
  type ProductFeed,
  parsersInUse,
  type StockFeed,
  type StockFile,
  type StoreProductFeed,
} from "./parsers/parsed-feed.ts";
export type { Picture } from "./pictures/open-picture.ts";
export { type Preset, presets } from "./presets.ts";
export type { StockOptions } from "./read-stock.ts";
export { type Spool, type SpoolOptions, spool, spoolRoom } from "./receive/spool.ts";
export type { StoreOfFile } from "./survey-stock.ts";
export { protectFormulas, withoutProtection } from "./text.ts";
