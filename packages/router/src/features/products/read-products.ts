import { catalogue } from "@highstreet/connectors/catalogue.ts";
import { findRetailer, ofOwnStores } from "../../access/find-retailer.ts";
import { findItem } from "../../core/items/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { isId } from "../../kernel/ids.ts";
import type { PageResult } from "../../kernel/paging.ts";
import { countRejectionsOf, type IngestRow, pageIngests, pageRejections, presentIngest } from "../ingest/index.ts";
import type { Ingest, Rejection, RejectionCounts } from "../ingest/ingest.schema.ts";
import { PRODUCT_STORES } from "../shelf/shelf.schema.ts";
import { providerOf } from "../sources/index.ts";
import type {
  GetProductData,
  GetProductIngest,
  ListProductIngests,
  ListProductRejections,
  ProductData,
  ProductSource,
} from "./products.schema.ts";

const values = { title: true, brand: true, images: true, updatedAt: true } as const;

interface Row extends Pick<ProductSource, "kind" | "name" | "title" | "brand" | "images"> {
  description?: string | null;
  storeId: string | null;
  updatedAt: Date;
}

const hasData = ({ title, description, brand, images }: Row): boolean =>
  [title, description, brand].some((value) => value != null) || images.length > 0;

/** A connected shop system, or the provider of the files. */
function stockSource(source: { provider: string | null; parameters: unknown } | undefined) {
  const { connector } = (source?.parameters ?? {}) as { connector?: unknown };
  const connected = source?.provider === "connection" && catalogue.find(({ id }) => id === connector);
  if (connected) return { kind: "connector", name: connected.label } as const;
  return { kind: "stock_file", name: providerOf(source?.provider ?? null)?.label ?? "Stock file" } as const;
}

/** In the order of precedence: the edits of stores, the edit for all stores, the product feed, the stock files. At most 100 stores each. */
async function readRows(ctx: Context, retailerId: string, itemKey: string): Promise<Row[]> {
  const { prisma } = ctx.db;
  const where = { retailerId, itemKey };
  const own = ofOwnStores(ctx.actor, retailerId, "storeId");
  const edits = await prisma.customization.findMany({
    where: { ...where, ...(own.storeId && { OR: [{ storeId: null }, own] }) },
    select: { storeId: true, title: true, description: true, brand: true, image: true, updatedAt: true },
    orderBy: { storeId: { sort: "asc", nulls: "first" } },
    take: PRODUCT_STORES,
  });
  const feed = await prisma.product.findUnique({
    where: { retailerId_itemKey: where },
    select: { ...values, description: true },
  });
  const files = await prisma.storeProduct.findMany({
    where: { ...where, AND: own },
    select: { ...values, storeId: true },
    orderBy: { storeId: "asc" },
    take: PRODUCT_STORES,
  });
  const sources = await prisma.inventorySource.findMany({
    where: { retailerId, storeId: { in: files.map(({ storeId }) => storeId) } },
    select: { storeId: true, provider: true, parameters: true },
  });
  const sourceOf = new Map(sources.map((source) => [source.storeId, source]));
  const edited = edits.map(
    ({ image, ...row }): Row => ({ ...row, images: image, kind: "edit", name: "Edit in Highstreet" }),
  );
  const rows: Row[] = [
    ...edited.filter(({ storeId }) => storeId !== null),
    ...edited.filter(({ storeId }) => storeId === null),
    ...(feed ? [{ ...feed, kind: "product_feed" as const, name: "Product feed", storeId: null }] : []),
    ...files.map((row): Row => ({ ...row, ...stockSource(sourceOf.get(row.storeId)) })),
  ];
  return rows.filter(hasData);
}

type NamedStore = ProductSource["stores"][number];

/** @param rows of the same data */
function presentSource(rows: Row[], stores: ReadonlyMap<string, NamedStore>): ProductSource {
  const [{ kind, name, title, description = null, brand, images }] = rows as [Row];
  const newest = Math.max(...rows.map(({ updatedAt }) => updatedAt.getTime()));
  return {
    kind,
    name,
    title,
    description,
    brand,
    images,
    stores: rows.map(({ storeId }) => stores.get(storeId ?? "")).filter((store) => store !== undefined),
    updatedAt: new Date(newest).toISOString(),
  };
}

/**
 * The data of a barcode from each source, in the order of precedence. Stores with the same data from the same kind of source are one
 * source.
 * @throws RetailerNotFound
 */
export async function getProductData(ctx: Context, input: GetProductData): Promise<ProductData> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const { itemKey } = await findItem(ctx.db, { retailerId }, input.barcode);
  const rows = await readRows(ctx, retailerId, itemKey);
  const named = await ctx.db.prisma.store.findMany({
    where: { retailerId, id: { in: rows.flatMap(({ storeId }) => storeId ?? []) } },
    select: { id: true, name: true },
  });
  const stores = new Map(named.map((store) => [store.id, store]));
  const same = Map.groupBy(rows, ({ storeId, updatedAt: _, ...row }) => JSON.stringify([storeId === null, row]));
  return { sources: [...same.values()].map((of) => presentSource(of, stores)) };
}

export async function listProductIngests(ctx: Context, input: ListProductIngests): Promise<PageResult<Ingest>> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  return pageIngests(ctx, { retailerId, storeId: null }, input.page);
}

export async function findProductIngest(ctx: Context, input: GetProductIngest): Promise<IngestRow> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const row = isId(input.ingestId)
    ? await ctx.db.prisma.ingest.findFirst({ where: { retailerId, storeId: null, id: input.ingestId } })
    : null;
  if (!row) throw new DomainError("IngestNotFound", "The retailer has no ingest of product data with this id.");
  return row;
}

/** @throws RetailerNotFound, IngestNotFound */
export async function getProductIngest(ctx: Context, input: GetProductIngest): Promise<Ingest> {
  return presentIngest(await findProductIngest(ctx, input));
}

/** @throws RetailerNotFound, IngestNotFound */
export async function countProductRejections(ctx: Context, input: GetProductIngest): Promise<RejectionCounts> {
  return countRejectionsOf(ctx, await findProductIngest(ctx, input));
}

/** Only the first 10,000 are stored. @throws RetailerNotFound, IngestNotFound */
export async function listProductRejections(
  ctx: Context,
  input: ListProductRejections,
): Promise<PageResult<Rejection>> {
  return pageRejections(ctx, await findProductIngest(ctx, input), input.page);
}
