export type { Feed, FeedRecord } from "./feed.ts";
export { addColumn, type Columns, findColumns, stockColumns, unrecognisedFeed } from "./feed-columns.ts";
export { isRefusal } from "./feed-errors.ts";
export type { FeedLine, StockLineSink } from "./feed-line.ts";
export { LARGEST_FEED } from "./feed-size.schema.ts";
export { listOf, textOf } from "./json-value.ts";
export { type LineRejection, shown } from "./line-rejection.ts";
export { isXlsx, readHeader } from "./read-header.ts";
export { readRecords } from "./read-records.ts";
export { lookAtStock, readSeenLines, readStockHeader, readStockLines, type StockFeed } from "./read-stock.ts";
export { type Spool, spool } from "./spool.ts";
export {
  type RawStockLine,
  type RejectedLine,
  readStockLine,
  rejectedBarcode,
  type StockField,
  type StockLine,
} from "./stock-line.ts";
export { turnOf } from "./turn-of.ts";
