import type { Connector, ConnectorItem, Location, OpenConnector } from "../connector.ts";
import { lacksScopes, ShopifyApi } from "./api.ts";
import { type Credential, info } from "./credential.ts";
import { CHANGED_LEVELS, CHANGED_PRODUCTS, LOCATIONS, SCOPES } from "./queries.ts";
import { nodesOf, numberOf, type ReadVariant, Variants } from "./variants.ts";

const NEEDED_SCOPES = ["read_products", "read_inventory", "read_locations"];
/** After more changes than this, a read of all items is cheaper and needs less memory. */
const MOST_CHANGES = 20_000;

/** Shopify, by its GraphQL Admin API. */
export const shopify: Connector<Credential> = {
  ...info,
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
      if (seen.size === MOST_CHANGES) return false;
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
