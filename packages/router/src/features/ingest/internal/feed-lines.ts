import type { PgTx, SqlTx } from "@highstreet/db";
import type { StoreIds } from "../../../core/channels/index.ts";
import { MAX_FEED_BYTES } from "../../../core/feeds/feed-size.schema.ts";
import {
  copyInto,
  openStock,
  openStoreProducts,
  ownerOf,
  type Spool,
  type StockOptions,
  type StockResult,
  spool,
  stockRowColumns,
  storeProductRowColumns,
} from "../../../core/feeds/index.ts";
import type { Context } from "../../../kernel/context.ts";
import type { FeedMapping } from "../../sources/source.schema.ts";
import type { Ingest, Rejection } from "../ingest.schema.ts";
import { heldPartSql, insertHeldPartSql } from "../ingests.sql.ts";
import { clearStageSql, stageLinesSql } from "../stock.sql.ts";
import { heldPartOfFileSql, type PartRow, partLinesSql, stagePartProductsSql } from "../stock-files.sql.ts";
import { clearStageSql as clearProductStageSql } from "../store-products.sql.ts";
import { feedDigest } from "./stock-options.ts";

export interface FeedLines {
  /** SHA-256 of the bytes and of how they are read. */
  digest: Buffer;
  mapping?: FeedMapping | undefined;
  stage(onLines: Context["onLines"]): Promise<StockResult & { hasProducts: boolean }>;
  stageProducts(): Promise<StagedProducts>;
  keep(ingestId: string): Promise<void>;
  close(): Promise<void>;
}

export type StagedProducts = Pick<
  Ingest,
  "columns" | "fallbackColumns" | "ignoredColumns" | "ignoredSheets" | "droppedValues"
>;

/** In one row. */
const HELD_BYTES = 1 << 20;

/** A second pass over the file reads the product data. A parser that ends is replaced once. */
export function linesOfBytes(tx: PgTx, { retailerId }: StoreIds, bytes: Spool, options: StockOptions): FeedLines {
  return {
    digest: feedDigest(bytes, options),
    mapping: options.columns as FeedMapping | undefined,
    stage: async (onLines) => {
      const feed = await openStock(bytes, options);
      const { hasProducts } = feed.header;
      const result = await feed.read(async (read) => {
        await tx.query(clearStageSql);
        return copyInto(tx, `stock_stage (${stockRowColumns})`, (write) => read(write, onLines));
      });
      return { ...result, hasProducts };
    },
    stageProducts: async () => {
      const feed = await openStoreProducts(bytes, options);
      return feed.read(async (read) => {
        await tx.query(clearProductStageSql);
        return copyInto(tx, `store_product_stage (${storeProductRowColumns})`, (write) => read(write));
      });
    },
    keep: async (ingestId) => {
      for (let part = 0; part * HELD_BYTES < bytes.size; part++) {
        const some = await bytes.read(part * HELD_BYTES, HELD_BYTES);
        await tx.query(insertHeldPartSql, [retailerId, ingestId, part, some]);
      }
    },
    close: () => bytes.close(),
  };
}

const PIECE = 10_000;

/** A held ingest leaves them where they are. */
export function linesOfPart(tx: SqlTx, { retailerId, storeId }: StoreIds, part: PartRow): FeedLines {
  const { fileId, facts, digest, header } = part;
  const { columns, fallbackColumns, ignoredColumns, ignoredSheets, hasProducts } = header;
  const names = { columns, fallbackColumns, ignoredColumns, ignoredSheets };
  const { id: _id, ...counts } = facts;
  async function* linesOf(kind: "l" | "p" | "r") {
    for (let last: number | undefined = 0; last !== undefined; ) {
      const values = [retailerId, fileId, storeId, kind, last, PIECE];
      const found: { line: number; row: object }[] = await tx.query(partLinesSql, values);
      if (found.length) yield found.map(({ row }) => row);
      last = found.length < PIECE ? undefined : found.at(-1)?.line;
    }
  }
  return {
    digest,
    stage: async () => {
      // A dry run applies all parts in one transaction.
      await tx.query(clearStageSql);
      for await (const lines of linesOf("l")) await tx.query(stageLinesSql, [JSON.stringify(lines)]);
      const rejections: Rejection[] = [];
      for await (const lines of linesOf("r")) rejections.push(...(lines as Rejection[]));
      return { hasPlaces: false, hasCurrencies: false, ...names, ...counts, rejections, hasProducts };
    },
    stageProducts: async () => {
      await tx.query(clearProductStageSql);
      for await (const lines of linesOf("p")) await tx.query(stagePartProductsSql, [JSON.stringify(lines)]);
      return { ...names, droppedValues: [] };
    },
    // Marks the ingest as one that can be accepted.
    keep: async (ingestId) => await tx.execute(insertHeldPartSql, [retailerId, ingestId, 0, Buffer.alloc(0)]),
    close: async () => undefined,
  };
}

/** The caller must close them. */
export async function linesOfHeld(
  ctx: Context,
  tx: PgTx,
  store: StoreIds,
  ingestId: string,
  options: StockOptions,
): Promise<FeedLines> {
  const { retailerId, storeId } = store;
  const [part] = await tx.query<PartRow>(heldPartOfFileSql, [retailerId, storeId, ingestId]);
  if (part) return linesOfPart(tx, store, part);
  async function* kept(): AsyncGenerator<Uint8Array> {
    for (let n = 0; ; n++) {
      const [row] = await tx.query<{ bytes: Buffer }>(heldPartSql, [retailerId, ingestId, n]);
      if (!row) return;
      yield row.bytes;
    }
  }
  const bytes = await spool(kept(), { limit: MAX_FEED_BYTES, owner: ownerOf(ctx.actor, retailerId) });
  return linesOfBytes(tx, store, bytes, options);
}
