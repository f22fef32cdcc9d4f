import type { SqlTx } from "@highstreet/db";
import type { StoreIds } from "../../../core/channels/index.ts";
import type { Spool } from "../../../core/feeds/index.ts";
import { deleteHeldFeedSql, heldPartSql, insertHeldPartSql, replaceHeldFeedSql } from "../ingests.sql.ts";

const PART = 1 << 20;

/** Stores the bytes of a held feed in parts of 1 MiB. */
export async function keepHeldFeed(tx: SqlTx, retailerId: string, ingestId: string, bytes: Spool): Promise<void> {
  for (let part = 0; part * PART < bytes.size; part++) {
    await tx.query(insertHeldPartSql, [retailerId, ingestId, part, await bytes.read(part * PART, PART)]);
  }
}

/** The bytes of a held feed. */
export async function* readHeldFeed(tx: SqlTx, retailerId: string, ingestId: string): AsyncGenerator<Uint8Array> {
  for (let part = 0; ; part++) {
    const [row] = await tx.query<{ bytes: Buffer }>(heldPartSql, [retailerId, ingestId, part]);
    if (!row) return;
    yield row.bytes;
  }
}

/** Refuses the held feed of a store, if there is one, because a later feed replaces it. Does not wait for the statement. */
export function replaceHeldFeed(tx: SqlTx, { retailerId, storeId }: StoreIds): void {
  tx.send(replaceHeldFeedSql, [retailerId, storeId]);
}

/** Deletes the bytes of a feed that was accepted. */
export async function deleteHeldFeed(tx: SqlTx, retailerId: string, ingestId: string): Promise<void> {
  await tx.query(deleteHeldFeedSql, [retailerId, ingestId]);
}
