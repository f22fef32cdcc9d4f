import type { ConnectorItem } from "../connector.ts";
import type { ShopifyApi } from "./api.ts";
import { MORE_LEVELS, type Page, VARIANTS, VARIANTS_BY_ID, type Variant } from "./queries.ts";

/** Shopify refuses a query above 1,000 points. Half of that lets the next query start sooner. */
const TARGET_COST = 500;
/** The highest cost of a variant without stock, and of one inventory level, by the first published formula. */
const VARIANT_COST = 30;
const LEVEL_COST = 3;
const MOST_PER_PAGE = 100;
const MOST_LEVELS = 250;
/** Shopify does not page further than 25,000 objects. A new search starts before. */
const MOST_PER_SEARCH = 20_000;

/** @returns the number at the end of an id such as gid://shopify/Product/1 */
export const numberOf = (id: string): string => id.slice(id.lastIndexOf("/") + 1);

/** Pages through a connection. `next` reads the page behind a cursor. */
export async function* nodesOf<Node>(
  next: (after: string | null) => Promise<Page<Node> | undefined>,
): AsyncGenerator<Node[]> {
  let page = await next(null);
  while (page) {
    yield page.nodes;
    page = page.pageInfo.hasNextPage ? await next(page.pageInfo.endCursor) : undefined;
  }
}

/** A variant as an item. The item is null if the variant has no barcode, SKU or price. */
export interface ReadVariant {
  id: string;
  isOnSale: boolean;
  item: ConnectorItem | null;
}

/** Reads variants as items. The page size follows the cost that Shopify reports. */
export class Variants {
  readonly #api: ShopifyApi;
  readonly #levels: number;
  #first: number;

  constructor(api: ShopifyApi, locations: number) {
    this.#api = api;
    this.#levels = Math.min(Math.max(locations, 1), MOST_LEVELS);
    this.#first = pageSize(TARGET_COST / (VARIANT_COST + LEVEL_COST * this.#levels));
  }

  /** Reads all variants of a search. */
  async *search(search: string | null): AsyncGenerator<ReadVariant> {
    let after: string | null = null;
    let current = search;
    let count = 0;
    for (;;) {
      const first = this.#first;
      const variables: object = { first, after, search: current, levels: this.#levels };
      const { data, cost } = await this.#api.query(VARIANTS, variables);
      this.#learn(first, cost);
      const { nodes, pageInfo }: Page<Variant> = data.productVariants;
      for (const variant of nodes) yield await this.#read(variant, data.shop.currencyCode);
      const last = nodes.at(-1);
      if (!pageInfo.hasNextPage || !last) return;
      count += nodes.length;
      after = pageInfo.endCursor;
      if (count >= MOST_PER_SEARCH) {
        current = [search, `id:>${numberOf(last.id)}`].filter(Boolean).join(" ");
        after = null;
        count = 0;
      }
    }
  }

  /** Reads variants by their ids. A deleted variant is missing. */
  async *byIds(ids: readonly string[]): AsyncGenerator<ReadVariant> {
    for (let start = 0; start < ids.length; ) {
      const batch = ids.slice(start, start + this.#first);
      start += batch.length;
      const { data, cost } = await this.#api.query(VARIANTS_BY_ID, { ids: batch, levels: this.#levels });
      this.#learn(batch.length, cost);
      for (const variant of data.nodes) if (variant) yield await this.#read(variant, data.shop.currencyCode);
    }
  }

  #learn(size: number, cost: number | undefined): void {
    if (cost) this.#first = pageSize((size * TARGET_COST) / cost);
  }

  async #read(variant: Variant, currency: string): Promise<ReadVariant> {
    const { id, product, price, inventoryItem } = variant;
    const isOnSale = product.status === "ACTIVE";
    const barcode = variant.barcode?.trim() || variant.sku?.trim();
    if (!barcode || !price) return { id, isOnSale, item: null };
    const item = {
      barcode,
      price,
      currency,
      title: product.hasOnlyDefaultVariant ? product.title : `${product.title} – ${variant.title}`,
      brand: product.vendor || null,
      images: [...new Set([...imagesOf(variant), ...imagesOf(product)])],
      quantities: isOnSale ? await this.#quantitiesOf(inventoryItem) : new Map(),
    };
    return { id, isOnSale, item };
  }

  async #quantitiesOf({ id, inventoryLevels }: Variant["inventoryItem"]): Promise<Map<string, number>> {
    const quantities = new Map<string, number>();
    const next = async (after: string | null) =>
      after === null
        ? inventoryLevels
        : (await this.#api.query(MORE_LEVELS, { id, after })).data.inventoryItem?.inventoryLevels;
    for await (const levels of nodesOf(next)) {
      for (const { location, quantities: available } of levels) quantities.set(location.id, available[0].quantity);
    }
    return quantities;
  }
}

const pageSize = (size: number): number => Math.min(Math.max(Math.floor(size), 1), MOST_PER_PAGE);

function imagesOf({ media }: Pick<Variant, "media">): string[] {
  return media.nodes.flatMap(({ mediaContentType, preview }) =>
    mediaContentType === "IMAGE" && preview?.image ? [preview.image.url] : [],
  );
}
