import type { Context } from "../context.ts";
import { copyText, copyTo } from "../copy.ts";
import { newId } from "../ids.ts";
import {
  type Columns,
  type FeedHeader,
  findColumns,
  type Ingest,
  Rejections,
  readHeader,
  readLines,
  recordIngest,
  unrecognisedFeed,
} from "../inventory/index.ts";
import { findRetailer } from "../retailers/index.ts";
import { type Spool, spool } from "../spool.ts";
import { type ProductField, type ProductLine, productColumns, readProductLine } from "./product-line.ts";
import type { PutProducts } from "./products.schema.ts";

const openStage = `
  SET LOCAL plan_cache_mode = force_custom_plan;
  SET LOCAL client_min_messages = warning;
  CREATE TEMPORARY TABLE IF NOT EXISTS product_stage (
    line int, item_key text, title text, description text, brand text, images text[], category text, color text, size text,
    group_id text
  ) ON COMMIT DELETE ROWS`;

const supersede = `
  DELETE FROM product_stage s USING (
    SELECT item_key, max(line) AS line FROM product_stage GROUP BY item_key HAVING count(*) > 1
  ) kept
  WHERE s.item_key = kept.item_key AND s.line < kept.line
  RETURNING s.line, s.item_key AS "itemKey"`;

const fields = ["title", "description", "brand", "images", "category", "color", "size", "group_id"];

/** Blank keeps what is known. */
const kept = (field: string): string =>
  field === "images"
    ? "CASE WHEN cardinality(excluded.images) > 0 THEN excluded.images ELSE p.images END"
    : `COALESCE(excluded.${field}, p.${field})`;

const merge = `
  WITH merged AS (
    INSERT INTO product AS p (retailer_id, item_key, ${fields.join(", ")}, updated_at)
    SELECT $1, item_key, ${fields.map((field) => (field === "images" ? "COALESCE(images, '{}')" : field)).join(", ")}, $2
    FROM product_stage ORDER BY item_key
    ON CONFLICT (retailer_id, item_key) DO UPDATE
    SET ${fields.map((field) => `${field} = ${kept(field)}`).join(", ")}, updated_at = excluded.updated_at
    WHERE (${fields.map(kept).join(", ")}) IS DISTINCT FROM (${fields.map((field) => `p.${field}`).join(", ")})
    RETURNING xmax = 0 AS is_new
  )
  SELECT (count(*) FILTER (WHERE is_new))::int AS "newItems", (count(*) FILTER (WHERE NOT is_new))::int AS "changedItems"
  FROM merged`;

/** An array in PostgreSQL's own spelling. */
const arrayText = (values: string[] | null): string | null =>
  values && `{${values.map((value) => `"${value.replace(/["\\]/g, "\\$&")}"`).join(",")}}`;

function staged(line: number, product: ProductLine): string {
  const { itemKey, title, description, brand, images, category, color, size, groupId } = product;
  return copyText([
    String(line),
    itemKey,
    title,
    description,
    brand,
    arrayText(images),
    category,
    color,
    size,
    groupId,
  ]);
}

function stageLines(bytes: Spool, header: FeedHeader, columns: Columns<ProductField>, rejections: Rejections) {
  return readLines(bytes, header, {
    row(line, cells) {
      const read = readProductLine((field) => (columns.indexes.get(field) ?? []).map((index) => cells[index] ?? ""));
      if (!("code" in read)) return staged(line, read);
      const { itemKey: _itemKey, ...rejection } = read;
      rejections.add({ line, ...rejection });
      return "";
    },
    unclosed(line, text) {
      const message = "A quote is opened in this line and never closed.";
      rejections.add({ line, field: null, code: "unclosed_quote", message, value: text.slice(0, 200) });
      return "";
    },
  });
}

async function readColumns(bytes: Spool): Promise<{ header: FeedHeader; columns: Columns<ProductField> }> {
  const header = await readHeader(bytes);
  const columns = findColumns<ProductField>(header.names, productColumns, "image");
  if (!columns.indexes.has("barcode")) throw unrecognisedFeed(header.names, ["barcode"], productColumns);
  return { header, columns };
}

/**
 * Takes in product data for all stores of a retailer (contract §3). It makes no items and, alone, no events.
 * @throws UnrecognisedFeed, RetailerNotFound
 */
export async function putProducts(ctx: Context, input: PutProducts): Promise<Ingest> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const started = performance.now();
  const bytes = await spool(input.feed);
  try {
    const { header, columns } = await readColumns(bytes);
    return await ctx.db.transaction(async (tx) => {
      const rejections = new Rejections();
      await tx.query(openStage);
      const lines = stageLines(bytes, header, columns, rejections);
      await copyTo(tx, `product_stage (line, item_key, ${fields.join(", ")})`, lines);
      const now = ctx.now();
      for (const { line, itemKey } of await tx.query<{ line: number; itemKey: string }>(supersede)) {
        const message = "A later line of the feed has the same barcode.";
        rejections.add({ line, field: "barcode", code: "superseded", message, value: itemKey });
      }
      const [staged] = await tx.query<{ lines: number }>("SELECT count(*)::int AS lines FROM product_stage");
      const [merged] = await tx.query<{ newItems: number; changedItems: number }>(merge, [retailerId, now]);
      if (!staged || !merged) throw new Error("an aggregate gave no row");
      const ingest: Ingest = {
        ...{ id: newId(now), createdAt: now.toISOString(), mode: "update", ...merged },
        status: staged.lines ? "applied" : "refused",
        columns: columns.names,
        numberOfLines: staged.lines + rejections.count,
        validLines: staged.lines,
        inStockValidLines: 0,
        rejectedLines: rejections.count,
        durationMs: Math.round(performance.now() - started),
      };
      await recordIngest(ctx, tx, {
        ...{ retailerId, storeId: null, ingest },
        rejections: rejections.kept,
        digest: bytes.digest,
      });
      return ingest;
    });
  } finally {
    await bytes.close();
  }
}
