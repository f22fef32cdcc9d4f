import { catalogue } from "@highstreet/connectors/catalogue.ts";
import { findItem } from "../../core/items/index.ts";
import type { Context } from "../../kernel/context.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";
import { providerOf } from "../inventory/index.ts";
import { PRODUCT_STORES } from "../inventory/inventory.schema.ts";
import type { GetProductData, ProductData, ProductSource } from "./products.schema.ts";

const values = { title: true, brand: true, images: true, updatedAt: true } as const;

/** A row with product data, and the store that it is for. */
interface Row extends Pick<ProductSource, "kind" | "name" | "title" | "brand" | "images"> {
  description?: string | null;
  storeId: string | null;
  updatedAt: Date;
}

const hasData = ({ title, description, brand, images }: Row): boolean =>
  [title, description, brand].some((value) => value != null) || images.length > 0;

/** The kind and name of the stock source of a store: a connected shop system, or the provider of its files. */
function stockSource(source: { provider: string | null; parameters: unknown } | undefined) {
  const { connector } = (source?.parameters ?? {}) as { connector?: unknown };
  const connected = source?.provider === "connection" && catalogue.find(({ id }) => id === connector);
  if (connected) return { kind: "connector", name: connected.label } as const;
  return { kind: "stock_file", name: providerOf(source?.provider ?? null)?.label ?? "Stock file" } as const;
}

/**
 * The product data of a barcode from each of its sources, in the order of precedence. Stores with the same data from the same kind of
 * source are one source. Reads at most 100 stores.
 * @returns no source if nothing names the barcode
 * @throws RetailerNotFound
 */
export async function getProductData(ctx: Context, input: GetProductData): Promise<ProductData> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const { prisma } = ctx.db;
  const { itemKey } = await findItem(ctx.db, { retailerId }, input.barcode);
  const where = { retailerId, itemKey };
  const edits = await prisma.customization.findMany({
    where,
    select: { storeId: true, title: true, description: true, brand: true, image: true, updatedAt: true },
    orderBy: { storeId: { sort: "asc", nulls: "first" } },
    take: PRODUCT_STORES,
  });
  const feed = await prisma.product.findUnique({
    where: { retailerId_itemKey: where },
    select: { ...values, description: true },
  });
  const files = await prisma.storeProduct.findMany({
    where,
    select: { ...values, storeId: true },
    orderBy: { storeId: "asc" },
    take: PRODUCT_STORES,
  });
  const storeIds = [...edits, ...files].map(({ storeId }) => storeId).filter((id) => id !== null);
  const ofStores = { retailerId, id: { in: storeIds } };
  const stores = new Map(
    (await prisma.store.findMany({ where: ofStores, select: { id: true, name: true } })).map((store) => [
      store.id,
      store,
    ]),
  );
  const sources = new Map(
    (
      await prisma.inventorySource.findMany({
        where: { retailerId, storeId: { in: storeIds } },
        select: { storeId: true, provider: true, parameters: true },
      })
    ).map((source) => [source.storeId, source]),
  );
  const edit = edits.map(
    ({ image, ...row }): Row => ({ ...row, images: image, kind: "edit", name: "Edit in Highstreet" }),
  );
  const rows: Row[] = [
    ...edit.filter(({ storeId }) => storeId !== null),
    ...edit.filter(({ storeId }) => storeId === null),
    ...(feed ? [{ ...feed, kind: "product_feed" as const, name: "Product feed", storeId: null }] : []),
    ...files.map((row): Row => ({ ...row, ...stockSource(sources.get(row.storeId)) })),
  ];
  const same = Map.groupBy(rows.filter(hasData), ({ storeId, updatedAt: _, ...row }) =>
    JSON.stringify([storeId === null, row]),
  );
  return {
    sources: [...same.values()].map((of) => {
      const [{ kind, name, title, description = null, brand, images }] = of as [Row];
      const newest = Math.max(...of.map(({ updatedAt }) => updatedAt.getTime()));
      return {
        ...{ kind, name, title, description, brand, images },
        stores: of.map(({ storeId }) => stores.get(storeId ?? "")).filter((store) => store !== undefined),
        updatedAt: new Date(newest).toISOString(),
      };
    }),
  };
}
