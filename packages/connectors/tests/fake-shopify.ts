import { canary } from "@highstreet/telemetry/testing";
import { Engine, type Field, GraphqlError, type Resolve } from "./fake-shopify-graphql.ts";
import { type FakeSystem, startFake } from "./fake-system.ts";

export interface FakeVariant {
  id: number;
  title: string;
  barcode: string | null;
  sku: string | null;
  price: string;
  image: string | null;
  /** In ms, as all times of the fake. Shopify shows and compares whole seconds. */
  updatedAt: number;
  /** By the id of the location. */
  levels: Map<number, { available: number; updatedAt: number }>;
}

export interface FakeProduct {
  id: number;
  title: string;
  description: string;
  vendor: string;
  status: "ACTIVE" | "ARCHIVED" | "DRAFT" | "UNLISTED";
  media: { type: "IMAGE" | "VIDEO"; url: string | null }[];
  updatedAt: number;
  variants: FakeVariant[];
}

/** The world of the fake. Tests edit it. */
export interface FakeShop {
  shop: string;
  token: string;
  client: { id: string; secret: string };
  scopes: string[];
  currency: string;
  locations: { id: number; name: string; isActive: boolean }[];
  products: FakeProduct[];
  /** Points: the size of the bucket, what is in it, and what Shopify restores in a second. */
  bucket: { size: number; points: number; rate: number };
  /** Shopify does not publish how it counts connections. 1: the first published formula, the most expensive one. */
  costFactor: number;
  /** Answers that replace the next answers. */
  answers: { status: number; headers?: Record<string, string>; body: unknown }[];
  /** The requested cost of each call that ran. */
  costs: number[];
}

export const gid = (type: string, id: number): string => `gid://shopify/${type}/${id}`;

export function emptyShop(): FakeShop {
  return {
    shop: "bakery",
    token: `shpat_${canary("shopifytoken")}`,
    client: { id: "0123456789abcdef", secret: `shpss_${canary("shopifysecret")}` },
    scopes: ["read_products", "read_inventory", "read_locations"],
    currency: "EUR",
    locations: [{ id: 1, name: "Main Street", isActive: true }],
    products: [],
    bucket: { size: 2_000, points: 2_000, rate: 100 },
    costFactor: 1,
    answers: [],
    costs: [],
  };
}

const PAGE = "after: String, before: String, first: Int, last: Int, reverse: Boolean";
const LEVELS = `InventoryLevelConnection!(${PAGE}, includeInactive: Boolean, query: String)`;
const MEDIA = `MediaConnection!(${PAGE}`;
/** The types, fields and arguments of version 2026-10 that lie on the way of the connector. */
const engine = new Engine({
  QueryRoot: {
    currentAppInstallation: "AppInstallation!",
    inventoryItem: "InventoryItem(id: ID!)",
    location: "Location(id: ID)",
    locations: `LocationConnection!(${PAGE}, includeInactive: Boolean, includeLegacy: Boolean, query: String, sortKey: LocationSortKeys)`,
    nodes: "[Node]!(ids: [ID!]!)",
    products: `ProductConnection!(${PAGE}, query: String, savedSearchId: ID, sortKey: ProductSortKeys)`,
    productVariants: `ProductVariantConnection!(${PAGE}, query: String, savedSearchId: ID, sortKey: ProductVariantSortKeys)`,
    shop: "Shop!",
  },
  AppInstallation: { accessScopes: "[AccessScope!]!", id: "ID!" },
  AccessScope: { description: "String!", handle: "String!" },
  Shop: { currencyCode: "CurrencyCode!", id: "ID!", name: "String!" },
  Node: { id: "ID!" },
  Location: { id: "ID!", inventoryLevels: LEVELS, isActive: "Boolean!", name: "String!" },
  Product: {
    id: "ID!",
    title: "String!",
    description: "String!(truncateAt: Int)",
    vendor: "String!",
    status: "ProductStatus!",
    hasOnlyDefaultVariant: "Boolean!",
    updatedAt: "DateTime!",
    media: `${MEDIA}, query: String, sortKey: ProductMediaSortKeys)`,
  },
  ProductVariant: {
    id: "ID!",
    title: "String!",
    barcode: "String",
    sku: "String",
    price: "Money!",
    updatedAt: "DateTime!",
    media: `${MEDIA})`,
    product: "Product!",
    inventoryItem: "InventoryItem!",
  },
  Media: { id: "ID!", mediaContentType: "MediaContentType!", preview: "MediaPreviewImage" },
  MediaPreviewImage: { image: "Image", status: "MediaPreviewImageStatus!" },
  Image: { url: "URL!(transform: ImageTransformInput)" },
  InventoryItem: {
    id: "ID!",
    inventoryLevels: LEVELS,
    tracked: "Boolean!",
    updatedAt: "DateTime!",
    variants: "ProductVariantConnection(after: String, before: String, first: Int, last: Int)",
  },
  InventoryLevel: {
    id: "ID!",
    isActive: "Boolean!",
    item: "InventoryItem!",
    location: "Location!",
    quantities: "[InventoryQuantity!]!(names: [String!]!)",
    updatedAt: "DateTime!",
  },
  InventoryQuantity: { id: "ID!", name: "String!", quantity: "Int!", updatedAt: "DateTime" },
});

const SCOPES: Record<string, string> = {
  products: "read_products",
  productVariants: "read_products",
  inventoryLevels: "read_inventory",
  location: "read_locations",
  locations: "read_locations",
};
const MAX_COST = 1_000;
const FURTHEST = 25_000;
const seconds = (ms: number): number => Math.floor(ms / 1_000);
const numberOf = (id: unknown, type: string): number =>
  Number(new RegExp(`^gid://shopify/${type}/(\\d+)$`).exec(String(id))?.[1] ?? Number.NaN);

interface Row {
  id: number;
  updatedAt?: number;
  productId?: number;
}

/** The documented filters that this fake knows. Shopify compares whole times only if they have quotes. */
function filterOf(search: string): (row: Row) => boolean {
  const filters = search.split(" ").map((term): ((row: Row) => boolean) => {
    const [, field, comparator = "", text = ""] = /^(\w+):(>=|>)?(.+)$/.exec(term) ?? [];
    const compare = (left: number, right: number): boolean =>
      comparator === ">" ? left > right : comparator === ">=" ? left >= right : left === right;
    if (field === "id" && /^\d+$/.test(text)) return (row) => compare(row.id, Number(text));
    if (field === "product_ids" && /^\d+(?:,\d+)*$/.test(text)) {
      const ids = new Set(text.split(",").map(Number));
      return (row) => row.productId !== undefined && ids.has(row.productId);
    }
    if (field === "updated_at" && /^'[\d-]+T[\d:]+Z'$/.test(text)) {
      const time = seconds(Date.parse(text.slice(1, -1)));
      return (row) => row.updatedAt !== undefined && compare(seconds(row.updatedAt), time);
    }
    throw new Error(`The fake does not know the filter ${term}.`);
  });
  return (row) => filters.every((filter) => filter(row));
}

function page<T extends Row>(rows: T[], { name, args }: Field): object {
  const found = typeof args.query === "string" ? rows.filter(filterOf(args.query)) : [...rows];
  found.sort((a, b) => a.id - b.id);
  let start = 0;
  if (typeof args.after === "string") {
    const [of, id] = Buffer.from(args.after, "base64").toString().split(" ");
    if (of !== name || !id) throw new GraphqlError("BAD_REQUEST", "Invalid cursor for current pagination sort.");
    start = found.findIndex((row) => row.id > Number(id));
    if (start === -1) start = found.length;
  }
  const end = start + Number(args.first);
  if (end > FURTHEST && found.length > FURTHEST) throw new GraphqlError("BAD_REQUEST", "Pagination limit exceeded.");
  const nodes = found.slice(start, end);
  const cursor = (row: T | undefined) => (row ? Buffer.from(`${name} ${row.id}`).toString("base64") : null);
  return {
    nodes,
    pageInfo: {
      hasNextPage: end < found.length,
      hasPreviousPage: start > 0,
      startCursor: cursor(nodes[0]),
      endCursor: cursor(nodes.at(-1)),
    },
  };
}

function resolverOf(world: FakeShop): Resolve {
  const variants = world.products.flatMap((product) =>
    product.variants.map((variant) => ({ ...variant, of: product, productId: product.id })),
  );
  type Variant = (typeof variants)[number];
  const byId = new Map(variants.map((variant) => [variant.id, variant]));
  const levelsOf = (variant: Variant) =>
    [...variant.levels].map(([location, level]) => ({ id: location * 1e9 + variant.id, location, variant, ...level }));
  const mediaOf = (media: FakeProduct["media"]) => media.map((each, index) => ({ id: index + 1, ...each }));
  const activeLocation = (id: number) => world.locations.find((location) => location.id === id);

  return (type, value, field) => {
    const needed = SCOPES[field.name];
    if (needed !== undefined && !world.scopes.includes(needed))
      throw new GraphqlError(
        "ACCESS_DENIED",
        `Access denied for ${field.name} field. Required access: \`${needed}\` access scope.`,
      );
    // biome-ignore lint/suspicious/noExplicitAny: the schema has checked the type of the value
    const of = value as any;
    switch (`${type}.${field.name}`) {
      case "QueryRoot.currentAppInstallation":
        return { accessScopes: world.scopes.map((handle) => ({ handle, description: handle })) };
      case "QueryRoot.shop":
        return { currencyCode: world.currency, name: world.shop };
      case "QueryRoot.locations":
        return page(
          world.locations.filter(({ isActive }) => isActive),
          field,
        );
      case "QueryRoot.location":
        return activeLocation(numberOf(field.args.id, "Location")) ?? null;
      case "QueryRoot.inventoryItem":
        return byId.get(numberOf(field.args.id, "InventoryItem")) ?? null;
      case "QueryRoot.nodes":
        return (field.args.ids as string[]).map((id) => byId.get(numberOf(id, "ProductVariant")) ?? null);
      case "QueryRoot.products":
        return page(world.products, field);
      case "QueryRoot.productVariants":
        return page(variants, field);
      case "Location.inventoryLevels":
        return page(
          variants.flatMap(levelsOf).filter(({ location }) => location === of.id),
          field,
        );
      case "Product.hasOnlyDefaultVariant":
        return of.variants.length === 1 && of.variants[0].title === "Default Title";
      case "Product.media":
        return page(mediaOf(of.media), field);
      case "ProductVariant.media":
        return page(mediaOf(of.image === null ? [] : [{ type: "IMAGE", url: of.image }]), field);
      case "ProductVariant.product":
        return of.of;
      case "ProductVariant.inventoryItem":
        return of;
      case "InventoryItem.inventoryLevels":
        return page(levelsOf(of), field);
      case "InventoryItem.variants":
        return page([of], field);
      case "InventoryLevel.item":
        return of.variant;
      case "InventoryLevel.location":
        return activeLocation(of.location);
      case "InventoryLevel.quantities":
        return (field.args.names as string[]).map((name) => ({
          name,
          quantity: name === "available" ? of.available : 999,
        }));
      case "Media.mediaContentType":
        return of.type;
      case "Media.preview":
        return { image: of.url === null ? null : { url: of.url } };
      default:
        if (field.name === "id") return gid(type, of.id);
        if (field.name === "updatedAt") return `${new Date(of.updatedAt).toISOString().slice(0, 19)}Z`;
        if (!(field.name in of)) throw new Error(`The fake has no value for ${type}.${field.name}.`);
        return of[field.name];
    }
  };
}

/** Starts a fake of the GraphQL Admin API. */
export function startShopify(world: FakeShop): Promise<FakeSystem> {
  return startFake((app, clock) => {
    let restoredAt = clock.ms;
    // The client credentials grant. The official library for Node.js sends JSON.
    app.post("/admin/oauth/access_token", (request, reply) => {
      if (request.headers.host !== `${world.shop}.myshopify.com`) return reply.code(404).send({ errors: "Not Found" });
      const { client_id, client_secret, grant_type, ...rest } = request.body as Record<string, unknown>;
      const isKnown = client_id === world.client.id && client_secret === world.client.secret;
      if (!isKnown || grant_type !== "client_credentials" || Object.keys(rest).length > 0) {
        return reply.code(400).send({ error: "invalid_client" });
      }
      return { access_token: world.token, scope: world.scopes.join(","), expires_in: 86_399 };
    });
    app.post("/admin/api/2026-10/graphql.json", (request, reply) => {
      const scripted = world.answers.shift();
      if (scripted)
        return reply
          .code(scripted.status)
          .headers(scripted.headers ?? {})
          .send(scripted.body);
      if (request.headers.host !== `${world.shop}.myshopify.com`) return reply.code(404).send({ errors: "Not Found" });
      if (request.headers["x-shopify-access-token"] !== world.token)
        return reply
          .code(401)
          .send({ errors: "[API] Invalid API key or access token (unrecognized login or wrong password)" });
      const { bucket } = world;
      bucket.points = Math.min(bucket.size, bucket.points + ((clock.ms - restoredAt) / 1_000) * bucket.rate);
      restoredAt = clock.ms;
      const costs = (requestedQueryCost: number, actualQueryCost: number | null) => ({
        cost: {
          requestedQueryCost,
          actualQueryCost,
          throttleStatus: {
            maximumAvailable: bucket.size,
            currentlyAvailable: Math.floor(bucket.points),
            restoreRate: bucket.rate,
          },
        },
      });
      const { query, variables } = request.body as { query: string; variables: Record<string, unknown> };
      try {
        const prepared = engine.prepare(query, variables);
        const cost = Math.ceil(prepared.cost * world.costFactor);
        if (cost > MAX_COST)
          throw new GraphqlError("MAX_COST_EXCEEDED", `Query cost is ${cost}, which exceeds the limit (1000).`);
        if (cost > bucket.points)
          return {
            errors: [{ message: "Throttled", extensions: { code: "THROTTLED" } }],
            extensions: costs(cost, null),
          };
        const { data, cost: counted } = engine.run(prepared.fields, resolverOf(world));
        const actual = Math.ceil(counted * world.costFactor);
        world.costs.push(cost);
        bucket.points -= actual;
        return { data, extensions: costs(cost, actual) };
      } catch (error) {
        if (!(error instanceof GraphqlError)) throw error;
        return { errors: [{ message: error.message, extensions: { code: error.code } }], data: null };
      }
    });
  });
}
