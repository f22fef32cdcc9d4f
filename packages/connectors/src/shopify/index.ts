import { type ShopifyCredential, shopifyInfo } from "../catalogue.ts";
import type { Connector, ConnectorItem, Location, OpenConnector } from "../connector.ts";
import {
  CHANGED_LEVELS,
  CHANGED_PRODUCTS,
  LOCATIONS,
  lacksScopes,
  MORE_LEVELS,
  type Page,
  SCOPES,
  ShopifyApi,
  VARIANTS,
  VARIANTS_BY_ID,
  type Variant,
} from "./api.ts";

/** Shopify refuses a query above 1,000 points. Half of that lets the next query start sooner. */
const TARGET_COST = 500;
/** The highest cost of a variant without stock, and of one inventory level, by the first published formula. */
const VARIANT_COST = 30;
const LEVEL_COST = 3;
const MAX_PER_PAGE = 100;
const MAX_LEVELS = 250;
/** Shopify does not page further than 25,000 objects. A new search starts before. */
const MAX_PER_SEARCH = 20_000;

const numberOf = (id: string): string => id.slice(id.lastIndexOf("/") + 1);

async function* nodesOf<Node>(next: (after: string | null) => Promise<Page<Node> | undefined>): AsyncGenerator<Node[]> {
  let page = await next(null);
  while (page) {
    yield page.nodes;
    page = page.pageInfo.hasNextPage ? await next(page.pageInfo.endCursor) : undefined;
  }
}

/** The item is null if the variant has no barcode, SKU or price. */
interface ReadVariant {
  id: string;
  isOnSale: boolean;
  item: ConnectorItem | null;
}

/** The page size follows the cost that Shopify reports. */
class Variants {
  readonly #api: ShopifyApi;
  readonly #levels: number;
  #first: number;

  constructor(api: ShopifyApi, locations: number) {
    this.#api = api;
    this.#levels = Math.min(Math.max(locations, 1), MAX_LEVELS);
    this.#first = pageSize(TARGET_COST / (VARIANT_COST + LEVEL_COST * this.#levels));
  }

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
      if (count >= MAX_PER_SEARCH) {
        current = [search, `id:>${numberOf(last.id)}`].filter(Boolean).join(" ");
        after = null;
        count = 0;
      }
    }
  }

  /** Leaves out deleted variants. */
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

const pageSize = (size: number): number => Math.min(Math.max(Math.floor(size), 1), MAX_PER_PAGE);

function imagesOf({ media }: Pick<Variant, "media">): string[] {
  return media.nodes.flatMap(({ mediaContentType, preview }) =>
    mediaContentType === "IMAGE" && preview?.image ? [preview.image.url] : [],
  );
}

const NEEDED_SCOPES = ["read_products", "read_inventory", "read_locations"];
/** After more changes than this, a read of all items is cheaper and needs less memory. */
const MAX_CHANGES = 20_000;

export const shopify: Connector<ShopifyCredential> = {
  ...shopifyInfo,
  open: (credential, http) => new OpenShopify(new ShopifyApi(http, credential)),
};

class OpenShopify implements OpenConnector {
  readonly #api: ShopifyApi;

  constructor(api: ShopifyApi) {
    this.#api = api;
  }

  async locations(): Promise<Location[]> {
    const { data } = await this.#api.query(SCOPES);
    const granted = new Set(data.currentAppInstallation.accessScopes.map(({ handle }) => handle));
    const missing = NEEDED_SCOPES.filter(
      (scope) => !granted.has(scope) && !granted.has(scope.replace("read", "write")),
    );
    if (missing.length > 0) throw lacksScopes(missing);
    return this.#locations();
  }

  async *items(since: Date | null): AsyncGenerator<ConnectorItem> {
    const locations = await this.#locations();
    const variants = new Variants(this.#api, locations.length);
    if (since) {
      const isComplete = yield* this.#changedItems(since, locations, variants);
      if (isComplete) return;
    }
    // The filter product_status of Shopify is known to lag behind, so the status is read.
    for await (const { isOnSale, item } of variants.search(null)) if (isOnSale && item) yield item;
  }

  /** @returns whether these are all changes; false: there are too many to remember */
  async *#changedItems(
    since: Date,
    locations: readonly Location[],
    variants: Variants,
  ): AsyncGenerator<ConnectorItem, boolean> {
    const search = changedSince(since);
    const seen = new Set<string>();
    for await (const variant of this.#changedVariants(search, locations, variants, seen)) {
      if (seen.has(variant.id)) continue;
      if (seen.size === MAX_CHANGES) return false;
      seen.add(variant.id);
      if (variant.item) yield variant.item;
    }
    return true;
  }

  /** Three searches, because a product, a variant and an inventory level each have their own time of change. */
  async *#changedVariants(
    search: string,
    locations: readonly Location[],
    variants: Variants,
    seen: ReadonlySet<string>,
  ): AsyncGenerator<ReadVariant> {
    yield* variants.search(search);
    const products = async (after: string | null) =>
      (await this.#api.query(CHANGED_PRODUCTS, { after, search })).data.products;
    for await (const changed of nodesOf(products)) {
      if (changed.length > 0) yield* variants.search(`product_ids:${changed.map(({ id }) => numberOf(id)).join(",")}`);
    }
    for (const { id } of locations) {
      const levels = async (after: string | null) =>
        (await this.#api.query(CHANGED_LEVELS, { id, after, search })).data.location?.inventoryLevels;
      for await (const changed of nodesOf(levels)) {
        const ids = changed.flatMap(({ item }) => item.variants?.nodes.map((variant) => variant.id) ?? []);
        yield* variants.byIds(ids.filter((variant) => !seen.has(variant)));
      }
    }
  }

  async #locations(): Promise<Location[]> {
    const next = async (after: string | null) => (await this.#api.query(LOCATIONS, { after })).data.locations;
    return (await Array.fromAsync(nodesOf(next))).flat();
  }
}

/** Shopify keeps times in seconds, so the search starts at the second. It ignores the time of day without quotes. */
function changedSince(since: Date): string {
  return `updated_at:>='${since.toISOString().slice(0, 19)}Z'`;
}
