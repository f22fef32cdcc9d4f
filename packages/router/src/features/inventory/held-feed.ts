import type { SqlTx } from "@highstreet/db";
import type { Spool } from "../../feeds/index.ts";

interface StoreIds {
  retailerId: string;
  storeId: string;
}

const PART = 1 << 20;

const insertPart = "INSERT INTO held_feed (retailer_id, ingest_id, part, bytes) VALUES ($1, $2, $3, $4)";
const readPart = "SELECT bytes FROM held_feed WHERE retailer_id = $1 AND ingest_id = $2 AND part = $3";

/** Keeps the bytes of a held feed until it is accepted, or another takes its place. */
export async function keepHeldFeed(tx: SqlTx, retailerId: string, ingestId: string, bytes: Spool): Promise<void> {
  for (let part = 0; part * PART < bytes.size; part++) {
    await tx.query(insertPart, [retailerId, ingestId, part, await bytes.read(part * PART, PART)]);
  }
}

/** The bytes of a held feed. */
export async function* readHeldFeed(tx: SqlTx, retailerId: string, ingestId: string): AsyncGenerator<Uint8Array> {
  for (let part = 0; ; part++) {
    const [row] = await tx.query<{ bytes: Buffer }>(readPart, [retailerId, ingestId, part]);
    if (!row) return;
    yield row.bytes;
  }
}

const drop = `
  WITH held AS (
    UPDATE ingest SET status = 'refused', reason = 'A later feed took its place.'
    WHERE retailer_id = $1 AND store_id = $2 AND status = 'held' RETURNING ingest_id
  )
  DELETE FROM held_feed f USING held WHERE f.retailer_id = $1 AND f.ingest_id = held.ingest_id`;

const forget = "DELETE FROM held_feed WHERE retailer_id = $1 AND ingest_id = $2";

/** Another feed takes the place of the one that is held, if one is. It is sent, not waited for. */
export function dropHeldFeed(tx: SqlTx, { retailerId, storeId }: StoreIds): void {
  tx.send(drop, [retailerId, storeId]);
}

/** Forgets the bytes of one that was accepted. */
export async function forgetHeldFeed(tx: SqlTx, retailerId: string, ingestId: string): Promise<void> {
  await tx.query(forget, [retailerId, ingestId]);
}
