import type { SqlTx } from "@highstreet/db";
import { recordHistory, type Write } from "../../../core/history/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { sanitizeJson } from "../../../kernel/text.ts";
import type { FeedMapping } from "../../sources/source.schema.ts";
import type { Ingest, Rejection } from "../ingest.schema.ts";
import { insertIngestSql, insertRejectionsSql } from "../ingests.sql.ts";

/** Further rejected lines are only counted. */
const MAX_KEPT_REJECTIONS = 10_000;

/** Counts all of them and keeps the first 10,000. */
export class Rejections {
  count: number;
  readonly kept: Rejection[];

  constructor(kept: Rejection[] = [], count = kept.length) {
    this.kept = kept;
    this.count = count;
  }

  get room(): number {
    return MAX_KEPT_REJECTIONS - this.kept.length;
  }

  add(rejection: Rejection): void {
    this.count++;
    if (this.room > 0) this.kept.push(rejection);
  }

  /** A copy, to which each attempt of a transaction can add. */
  copy(): Rejections {
    return new Rejections([...this.kept], this.count);
  }
}

export function superseded(line: number, barcode: string): Rejection {
  const message = "A later line has the same barcode.";
  return { line, field: "barcode", code: "superseded", message, value: barcode };
}

/** The rejection of a valid line, because other lines of its item may be those of other stores. */
export function severalQuantities(line: number, barcode: string): Rejection {
  const message =
    'Lines with this barcode have several quantities or prices, and a column or the sheets may name their stores or parts of the stock, such as lots. Write one line with the sum and the price in this store. If they are stores, give the stores these names or external ids. If the last line counts, set "columns": {"store": []} of the source.';
  return { line, field: "quantity", code: "several_quantities", message, value: barcode };
}

export const noDetails = {
  fallbackColumns: {},
  ignoredColumns: [],
  ignoredSheets: [],
  ignoredMembers: [],
  droppedValues: [],
  skippedLines: { otherStore: 0, total: 0, picture: 0 },
  undoUntil: null,
  undoneAt: null,
  problem: null,
} satisfies Partial<Ingest>;

/** The counts of a feed before its lines are read. */
export const noCounts = {
  ...noDetails,
  columns: {},
  numberOfLines: 0,
  validLines: 0,
  inStockValidLines: 0,
  changedItems: 0,
  newItems: 0,
  rejectedLines: 0,
  reason: null,
};

export type StoredHeader = Pick<Ingest, keyof typeof noDetails> & { mapping?: FeedMapping };

export function storedHeader(ingest: Ingest, mapping?: FeedMapping): StoredHeader {
  const { fallbackColumns, ignoredColumns, ignoredSheets, ignoredMembers, droppedValues, skippedLines } = ingest;
  const details = { fallbackColumns, ignoredColumns, ignoredSheets, ignoredMembers, droppedValues, skippedLines };
  const { undoUntil, undoneAt, problem } = ingest;
  return { ...details, undoUntil, undoneAt, problem, ...(mapping && { mapping }) };
}

interface Recorded {
  retailerId: string;
  /** null: product data of the whole retailer */
  storeId: string | null;
  ingest: Ingest;
  rejections: readonly Rejection[];
  /** A held feed needs the chosen columns again. */
  mapping?: FeedMapping | undefined;
  /** Of the bytes and the chosen columns. */
  digest?: Uint8Array | undefined;
}

export async function recordIngest(ctx: Context, tx: SqlTx, recorded: Recorded): Promise<void> {
  const { retailerId, storeId, rejections, digest, mapping } = recorded;
  // Names of columns and reasons repeat what the file holds.
  const ingest = sanitizeJson(recorded.ingest);
  const { id, createdAt, mode, status, columns, numberOfLines, validLines, inStockValidLines } = ingest;
  await tx.execute(insertIngestSql, [
    retailerId,
    storeId,
    id,
    createdAt,
    mode,
    status,
    JSON.stringify(columns),
    numberOfLines,
    validLines,
    inStockValidLines,
    ingest.changedItems,
    ingest.newItems,
    ingest.rejectedLines,
    ingest.reason,
    ingest.durationMs,
    digest ?? null,
    JSON.stringify(storedHeader(ingest, mapping)),
  ]);
  const { meter } = ctx;
  if (meter) tx.afterCommit(async () => meter.ingested(ingest));
  // A till can send a PATCH each second, so the history has no entry for it. The ingest is the record.
  if (mode !== "patch") await recordHistory(ctx, tx, [ingestWrite(retailerId, storeId, ingest)]);
  if (rejections.length)
    await tx.execute(insertRejectionsSql, [retailerId, id, JSON.stringify(sanitizeJson(rejections))]);
}

/** The ingest has the details. `storeId` is null for product data. */
export function ingestWrite(retailerId: string, storeId: string | null, ingest: Ingest): Write {
  const { id, mode, status, validLines, changedItems, newItems } = ingest;
  return {
    retailerId,
    action: storeId === null ? "products.feed" : "stock.feed",
    target: { type: storeId === null ? "products" : "stock", id, storeId },
    before: null,
    after: { id, mode, status, validLines, changedItems, newItems },
  };
}
