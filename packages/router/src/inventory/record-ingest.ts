import type { Tx } from "@highstreet/db";
import type { Context } from "../context.ts";
import { recordHistory } from "../history/index.ts";
import { ingestWrite } from "./ingest-write.ts";
import type { Ingest, Rejection } from "./inventory.schema.ts";

/** Rejected lines kept of one ingest (contract §3, Bad lines); beyond that they are only counted. */
const KEPT_REJECTIONS = 10_000;

/** The rejected lines of an ingest: all are counted, the first 10,000 kept. */
export class Rejections {
  count = 0;
  readonly kept: Rejection[] = [];

  add(rejection: Rejection): void {
    this.count++;
    if (this.kept.length < KEPT_REJECTIONS) this.kept.push(rejection);
  }
}

interface Recorded {
  retailerId: string;
  /** null: product data of the whole retailer */
  storeId: string | null;
  ingest: Ingest;
  rejections: readonly Rejection[];
  /** SHA-256 of the bytes, and the store's stock version after them. */
  digest?: Uint8Array;
  stockVersion?: number;
}

/** Writes an ingest's record, its rejected lines and who sent it. */
export async function recordIngest(ctx: Context, tx: Tx, recorded: Recorded): Promise<void> {
  const { retailerId, storeId, ingest, rejections, digest, stockVersion } = recorded;
  await tx.prisma.ingest.create({
    data: {
      retailerId,
      storeId,
      ...ingest,
      digest: digest ? Uint8Array.from(digest) : null,
      stockVersion: stockVersion ?? null,
    },
  });
  await recordHistory(ctx, tx, [ingestWrite(retailerId, storeId, ingest)]);
  if (!rejections.length) return;
  await tx.query(
    `INSERT INTO ingest_rejection (retailer_id, ingest_id, line, field, code, message, value)
     SELECT $1, $2, * FROM unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::text[])`,
    [
      retailerId,
      ingest.id,
      rejections.map((rejection) => rejection.line),
      rejections.map((rejection) => rejection.field),
      rejections.map((rejection) => rejection.code),
      rejections.map((rejection) => rejection.message),
      rejections.map((rejection) => rejection.value),
    ],
  );
}
