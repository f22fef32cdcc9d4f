export { type Columns, findColumns, unrecognisedFeed } from "./feed-columns.ts";
export { productNotFound } from "./get-item.ts";
export type { Ingest } from "./inventory.schema.ts";
export { itemKeyOf } from "./item-key.ts";
export { pageIngests } from "./page-ingests.ts";
export { type FeedHeader, readHeader, readLines } from "./read-feed.ts";
export { Rejections, recordIngest } from "./record-ingest.ts";
export { type RejectedLine, rejectedBarcode } from "./stock-line.ts";
