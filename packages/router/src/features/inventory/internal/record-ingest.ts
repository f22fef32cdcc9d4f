import type { SqlTx } from "@highstreet/db";
import { recordHistory, type Write } from "../../../core/history/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { sanitizeJson } from "../../../kernel/text.ts";
import { insertIngestSql, insertRejectionsSql } from "../ingests.sql.ts";
import type { FeedMapping, Ingest, Rejection } from "../inventory.schema.ts";

/** Maximum number of rejected lines that are stored of one ingest. Further lines are only counted. */
const KEPT_REJECTIONS = 10_000;

/** The rejected lines of an ingest. Counts all of them and keeps the first 10,000. */
export class Rejections {
  count: number;
  readonly kept: Rejection[];

  /** @param kept the first rejected lines, at most 10,000 @param count number of all of them */
  constructor(kept: Rejection[] = [], count = kept.length) {
    this.kept = kept;
    this.count = count;
  }

  /** Number of rejections that can still be recorded. */
  get room(): number {
    return KEPT_REJECTIONS - this.kept.length;
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

/** The rejection of a valid line, because a later line has the same item. */
export function superseded(line: number, barcode: string): Rejection {
  const message = "A later line has the same barcode.";
  return { line, field: "barcode", code: "superseded", message, value: barcode };
}

/** The rejection of a valid line, because other lines of its item may be those of other stores. */
export function severalQuantities(line: number, barcode: string): Rejection {
  const message =
    'Lines with this barcode have several quantities, and a column may name their stores. Give the stores these names or external ids, or set "columns": {"store": []} of the source if the last line counts.';
  return { line, field: "quantity", code: "several_quantities", message, value: barcode };
}

/** What an ingest stores in its `header`, and the values of an ingest without them. */
export const noDetails = {
  fallbackColumns: {},
  ignoredColumns: [],
  ignoredSheets: [],
  ignoredMembers: [],
  droppedValues: [],
  skippedLines: { otherStore: 0, total: 0, picture: 0 },
} satisfies Partial<Ingest>;

export type StoredHeader = Pick<Ingest, keyof typeof noDetails> & { mapping?: FeedMapping };

/** @param mapping the columns that were chosen for the feed */
export function storedHeader(ingest: Ingest, mapping?: FeedMapping): StoredHeader {
  const { fallbackColumns, ignoredColumns, ignoredSheets, ignoredMembers, droppedValues, skippedLines } = ingest;
  return {
    ...{ fallbackColumns, ignoredColumns, ignoredSheets, ignoredMembers, droppedValues, skippedLines },
    ...(mapping && { mapping }),
  };
}

interface Recorded {
  retailerId: string;
  /** null: product data of the whole retailer */
  storeId: string | null;
  ingest: Ingest;
  rejections: readonly Rejection[];
  /** The columns that were chosen for a feed. A held feed needs them again. */
  mapping?: FeedMapping | undefined;
  /** SHA-256 of the bytes and of the chosen columns. It is stored with the stock version of the store. */
  digest?: Uint8Array | undefined;
}

/** Writes and counts the record of an ingest, its rejected lines and, for a file, a history entry. Does not wait for the statements. */
export function recordIngest(ctx: Context, tx: SqlTx, recorded: Recorded): void {
  const { retailerId, storeId, rejections, digest, mapping } = recorded;
  // Names of columns and reasons repeat what the file holds.
  const ingest = sanitizeJson(recorded.ingest);
  const header = storedHeader(ingest, mapping);
  const { id, createdAt, mode, status, columns, numberOfLines, validLines, inStockValidLines } = ingest;
  tx.send(insertIngestSql, [
    ...[retailerId, storeId, id, createdAt, mode, status, JSON.stringify(columns)],
    ...[numberOfLines, validLines, inStockValidLines, ingest.changedItems, ingest.newItems, ingest.rejectedLines],
    ...[ingest.reason, ingest.durationMs, digest ?? null, JSON.stringify(header)],
  ]);
  const { meter } = ctx;
  if (meter) tx.afterCommit(async () => meter.ingested(ingest));
  // A till can send a PATCH each second, so the history has no entry for it. The ingest is the record.
  if (mode !== "patch") recordHistory(ctx, tx, [ingestWrite(retailerId, storeId, ingest)]);
  if (!rejections.length) return;
  tx.send(insertRejectionsSql, [
    ...[retailerId, id],
    rejections.map((rejection) => rejection.line),
    rejections.map((rejection) => rejection.field),
    rejections.map((rejection) => rejection.code),
    rejections.map((rejection) => rejection.message),
    rejections.map((rejection) => rejection.value),
  ]);
}

/** The history entry of a feed. The ingest has the details. `storeId` is null for product data. */
export function ingestWrite(retailerId: string, storeId: string | null, ingest: Ingest): Write {
  const action = storeId === null ? "products.feed" : "stock.feed";
  const type = storeId === null ? "products" : "stock";
  const { id, mode, status, validLines, changedItems, newItems } = ingest;
  return {
    ...{ retailerId, action, before: null },
    target: { type, id, storeId },
    after: { id, mode, status, validLines, changedItems, newItems },
  };
}
