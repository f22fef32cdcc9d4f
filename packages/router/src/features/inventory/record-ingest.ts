import type { SqlTx } from "@highstreet/db";
import { recordHistory } from "../../core/history/index.ts";
import type { Context } from "../../kernel/context.ts";
import { ingestWrite } from "./ingest-write.ts";
import type { Ingest, Rejection } from "./inventory.schema.ts";

/** Rejected lines kept of one ingest (contract §3, Bad lines); beyond that they are only counted. */
const KEPT_REJECTIONS = 10_000;

/** The rejected lines of an ingest: all are counted, the first 10,000 kept. */
export class Rejections {
  count = 0;
  readonly kept: Rejection[] = [];

  /** Number of rejections that can still be recorded. */
  get room(): number {
    return KEPT_REJECTIONS - this.kept.length;
  }

  /** @param rejection undefined after the first 10,000, which are not recorded */
  add(rejection: Rejection | undefined): void {
    this.count++;
    if (rejection && this.room > 0) this.kept.push(rejection);
  }

  /** A copy, to which each attempt of a transaction can add. */
  copy(): Rejections {
    const copy = new Rejections();
    copy.count = this.count;
    copy.kept.push(...this.kept);
    return copy;
  }
}

interface Recorded {
  retailerId: string;
  /** null: product data of the whole retailer */
  storeId: string | null;
  ingest: Ingest;
  rejections: readonly Rejection[];
  /** SHA-256 of the bytes: kept with the store's stock version. */
  digest?: Uint8Array;
}

const insert = `
  INSERT INTO ingest (retailer_id, store_id, ingest_id, created_at, mode, status, columns, number_of_lines, valid_lines,
                      in_stock_valid_lines, changed_items, new_items, rejected_lines, reason, duration_ms, digest, stock_version)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
          (SELECT stock_version FROM store WHERE retailer_id = $1 AND store_id = $2))`;

const insertRejections = `
  INSERT INTO ingest_rejection (retailer_id, ingest_id, line, field, code, message, value)
  SELECT $1, $2, * FROM unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::text[])`;

/** Writes an ingest's record, its rejected lines and, for a feed, its sender. Does not wait for the statements. */
export function recordIngest(ctx: Context, tx: SqlTx, recorded: Recorded): void {
  const { retailerId, storeId, ingest, rejections, digest } = recorded;
  const { id, createdAt, mode, status, columns, numberOfLines, validLines, inStockValidLines } = ingest;
  tx.send(insert, [
    ...[retailerId, storeId, id, createdAt, mode, status, JSON.stringify(columns)],
    ...[numberOfLines, validLines, inStockValidLines, ingest.changedItems, ingest.newItems, ingest.rejectedLines],
    ...[ingest.reason, ingest.durationMs, digest ?? null],
  ]);
  // A till can send a PATCH each second, so the history has no entry for it. The ingest is the record.
  if (mode !== "patch") recordHistory(ctx, tx, [ingestWrite(retailerId, storeId, ingest)]);
  if (!rejections.length) return;
  tx.send(insertRejections, [
    ...[retailerId, id],
    rejections.map((rejection) => rejection.line),
    rejections.map((rejection) => rejection.field),
    rejections.map((rejection) => rejection.code),
    rejections.map((rejection) => rejection.message),
    rejections.map((rejection) => rejection.value),
  ]);
}
