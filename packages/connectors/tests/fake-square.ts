import { canary } from "@highstreet/telemetry/testing";
import { z } from "zod";
import { type FakeSystem, startFake } from "./fake-system.ts";

interface Place {
  /** Locations that do not have the object, though it is present at all others. */
  absentAt?: string[];
  /** The only locations that have the object. */
  onlyAt?: string[];
  deleted?: boolean;
  /** The last change in ms. A change of a variant does not change its product. */
  at: number;
}

export interface Variant extends Place {
  id: string;
  name?: string;
  upc?: string;
  sku?: string;
  /** In the smallest unit of the currency. */
  price?: { amount: number; currency: string };
  overrides?: Record<string, unknown>[];
  images?: string[];
  sellable?: boolean;
}

export interface Product extends Place {
  id: string;
  name: string;
  description?: string;
  archived?: boolean;
  images?: string[];
  variants: Variant[];
}

/** The shop behind the fake. Tests edit it. */
export interface World {
  token: string;
  /** The error code of a token that was good before. */
  tokenError?: "ACCESS_TOKEN_EXPIRED" | "ACCESS_TOKEN_REVOKED";
  scopes: Set<string>;
  locations: { id: string; name: string; status: "ACTIVE" | "INACTIVE" }[];
  products: Product[];
  counts: { variant: string; location: string; quantity: string; state: string; at: number }[];
  /** Square may return less than the limit. */
  mostRows: number;
  /** Square documents no number. */
  callsPerSecond: number;
  /** Statuses of the next answers. */
  failures: number[];
  /** Replaces the next good answer. */
  nextAnswer?: unknown;
  /** The path and the body of each call. */
  calls: { path: string; body: Record<string, unknown> }[];
}

/** A shop with one product: 7 packets of tea in the High Street, none in the Mill Road. */
export function smallShop(): World {
  const at = Date.UTC(2026, 0, 1);
  const leaves = { id: "LEAVES", upc: "0012345678905", price: { amount: 450, currency: "GBP" }, at };
  return {
    token: `EAAA-${canary("square")}`,
    scopes: new Set(["MERCHANT_PROFILE_READ", "ITEMS_READ", "INVENTORY_READ"]),
    locations: [
      { id: "HIGH", name: "High Street", status: "ACTIVE" },
      { id: "MILL", name: "Mill Road", status: "ACTIVE" },
    ],
    products: [{ id: "TEA", name: "Green tea", at, variants: [leaves] }],
    counts: [{ variant: "LEAVES", location: "HIGH", quantity: "7", state: "IN_STOCK", at }],
    mostRows: 1_000,
    callsPerSecond: 1_000,
    failures: [],
    calls: [],
  };
}

const VERSIONS = ["2025-08-20", "2026-05-20"];
const CURSOR_MS = 15 * 60_000;
const TYPES = ["ITEM", "ITEM_VARIATION", "IMAGE", "CATEGORY", "TAX", "DISCOUNT", "MODIFIER_LIST", "MODIFIER"] as const;
const STATES = [
  "IN_STOCK",
  "SOLD",
  "RETURNED_BY_CUSTOMER",
  "RESERVED_FOR_SALE",
  "WASTE",
  "NONE",
  "IN_TRANSIT",
] as const;

const time = z.iso.datetime({ offset: true });
const bodies = {
  "/v2/catalog/search": z.strictObject({
    cursor: z.string().optional(),
    object_types: z.array(z.enum(TYPES)).optional(),
    include_deleted_objects: z.boolean().optional(),
    include_related_objects: z.boolean().optional(),
    begin_time: time.optional(),
    query: z.record(z.string(), z.unknown()).optional(),
    limit: z.int().optional(),
    include_category_path_to_root: z.boolean().optional(),
  }),
  "/v2/catalog/batch-retrieve": z.strictObject({
    object_ids: z.array(z.string()).max(1_000),
    include_related_objects: z.boolean().nullish(),
    catalog_version: z.int().nullish(),
    include_deleted_objects: z.boolean().nullish(),
    include_category_path_to_root: z.boolean().nullish(),
  }),
  "/v2/inventory/counts/batch-retrieve": z.strictObject({
    catalog_object_ids: z.array(z.string()).nullish(),
    location_ids: z.array(z.string()).nullish(),
    updated_after: time.nullish(),
    cursor: z.string().nullish(),
    states: z.array(z.enum(STATES)).nullish(),
    limit: z.int().min(1).max(1_000).nullish(),
  }),
};

const SCOPES: Record<string, string> = {
  "/v2/locations": "MERCHANT_PROFILE_READ",
  "/v2/catalog/search": "ITEMS_READ",
  "/v2/catalog/batch-retrieve": "ITEMS_READ",
  "/v2/inventory/counts/batch-retrieve": "INVENTORY_READ",
};

/** An answer with an error, as Square documents it. */
class Refusal extends Error {
  readonly statusCode: number;
  readonly body: object;

  constructor(status: number, category: string, code: string, detail = code) {
    super(detail);
    this.statusCode = status;
    this.body = { errors: [{ category, code, detail }] };
  }
}

const invalid = (code: string, detail?: string): Refusal => new Refusal(400, "INVALID_REQUEST_ERROR", code, detail);

function checked<Body>(shape: z.ZodType<Body>, body: unknown): Body {
  const { data, error } = shape.safeParse(body ?? {});
  const [issue] = error?.issues ?? [];
  if (!issue) return data as Body;
  const codes: Record<string, string> = {
    unrecognized_keys: "UNKNOWN_BODY_PARAMETER",
    invalid_type: issue.code === "invalid_type" ? `EXPECTED_${issue.expected.toUpperCase()}` : "",
    too_big: issue.code === "too_big" && issue.origin === "array" ? "ARRAY_LENGTH_TOO_LONG" : "VALUE_TOO_HIGH",
    too_small: "VALUE_TOO_LOW",
    invalid_value: "INVALID_ENUM_VALUE",
    invalid_format: "INVALID_TIME",
  };
  throw invalid(codes[issue.code] ?? "INVALID_VALUE", `${issue.path.join(".")}: ${issue.message}`);
}

const base = (type: string, id: string, { absentAt, onlyAt, deleted = false, at }: Place) => ({
  type,
  id,
  updated_at: new Date(at).toISOString(),
  version: at,
  is_deleted: deleted,
  present_at_all_locations: !onlyAt,
  ...(onlyAt && { present_at_location_ids: onlyAt }),
  ...(absentAt && { absent_at_location_ids: absentAt }),
});

const variationOf = (product: Product, variant: Variant) => ({
  ...base("ITEM_VARIATION", variant.id, { ...variant, deleted: variant.deleted || product.deleted || false }),
  item_variation_data: {
    item_id: product.id,
    name: variant.name ?? "Regular",
    sku: variant.sku,
    upc: variant.upc,
    ordinal: 1,
    pricing_type: variant.price ? "FIXED_PRICING" : "VARIABLE_PRICING",
    price_money: variant.price,
    location_overrides: variant.overrides,
    track_inventory: true,
    sellable: variant.sellable ?? true,
    stockable: true,
    image_ids: variant.images,
  },
});

const itemOf = (product: Product) => ({
  ...base("ITEM", product.id, product),
  item_data: {
    name: product.name,
    description: product.description,
    description_html: product.description && `<p>${product.description}</p>`,
    description_plaintext: product.description,
    is_taxable: true,
    is_archived: product.archived ?? false,
    categories: [{ id: "CATEGORY1", ordinal: 0 }],
    image_ids: product.images,
    product_type: "REGULAR",
    variations: product.variants
      .filter((one) => product.deleted || !one.deleted)
      .map((one) => variationOf(product, one)),
  },
});

/** One level: the images of items, their category, and the items of variations. */
function relatedOf(world: World, objects: (ReturnType<typeof itemOf> | ReturnType<typeof variationOf>)[]): object[] {
  const all = objects.flatMap((object): object[] => {
    if (!("item_data" in object)) {
      const parent = world.products.find(({ id }) => id === object.item_variation_data.item_id);
      return parent ? [itemOf(parent)] : [];
    }
    const { image_ids = [], variations } = object.item_data;
    const images = [...image_ids, ...variations.flatMap((one) => one.item_variation_data.image_ids ?? [])];
    return [
      { ...base("CATEGORY", "CATEGORY1", { at: 0 }), category_data: { name: "All" } },
      ...images.map((id) => ({
        ...base("IMAGE", id, { at: 0 }),
        image_data: { name: id, url: `https://images.example/${id}.jpeg` },
      })),
    ];
  });
  return [...new Map(all.map((one) => [(one as { id: string }).id, one])).values()];
}

/** A strict fake of Square, built from the sources in docs/connectors/square.md. */
export function startSquare(world: World): Promise<FakeSystem> {
  return startFake((app, clock) => {
    const cursors = new Map<string, { query: string; at: number; expires: number }>();
    let second = 0;
    let calls = 0;

    function page<Row>(
      path: string,
      { cursor, ...query }: { cursor?: string | null | undefined },
      limit: number,
      rows: Row[],
    ) {
      const known = cursor == null ? undefined : cursors.get(cursor);
      const key = JSON.stringify([path, query]);
      if (cursor != null && (known?.query !== key || known.expires < clock.ms)) throw invalid("INVALID_CURSOR");
      const from = known?.at ?? 0;
      const to = from + Math.min(limit, world.mostRows);
      if (to >= rows.length) return { rows: rows.slice(from) };
      const next = `cursor-${cursors.size + 1}`;
      cursors.set(next, { query: key, at: to, expires: clock.ms + CURSOR_MS });
      return { rows: rows.slice(from, to), cursor: next };
    }

    app.addHook("onRequest", async ({ headers, url }) => {
      const path = url.split("?")[0] ?? "";
      if (headers.host !== "connect.squareup.com") throw new Error(`The host is ${headers.host}.`);
      const failure = world.failures.shift();
      if (failure) throw new Refusal(failure, "API_ERROR", "INTERNAL_SERVER_ERROR");
      const now = Math.floor(clock.ms / 1_000);
      calls = now === second ? calls + 1 : 1;
      second = now;
      if (calls > world.callsPerSecond) throw new Refusal(429, "RATE_LIMIT_ERROR", "RATE_LIMITED");
      const version = String(headers["square-version"]);
      if (!/^\d{4}-\d\d-\d\d$/.test(version)) throw invalid("INVALID_SQUARE_VERSION_FORMAT");
      if (!VERSIONS.includes(version)) throw invalid("API_VERSION_INCOMPATIBLE");
      const isGood = headers.authorization === `Bearer ${world.token}`;
      if (!isGood || world.tokenError) {
        throw new Refusal(401, "AUTHENTICATION_ERROR", (isGood && world.tokenError) || "UNAUTHORIZED");
      }
      const scope = SCOPES[path];
      if (scope && !world.scopes.has(scope)) {
        const detail = `The merchant must authorize your application for the following scopes: ${scope}`;
        throw new Refusal(403, "AUTHENTICATION_ERROR", "INSUFFICIENT_SCOPES", detail);
      }
      if (url !== path) throw invalid("UNKNOWN_QUERY_PARAMETER");
    });
    app.addHook("preHandler", async ({ url, body }) => {
      world.calls.push({ path: url, body: (body ?? {}) as Record<string, unknown> });
    });
    app.addHook("preSerialization", async (_, { statusCode }, payload) => {
      if (statusCode !== 200 || world.nextAnswer === undefined) return payload;
      const answer = world.nextAnswer;
      delete world.nextAnswer;
      return answer;
    });
    app.setErrorHandler<Error>((error, _, reply) =>
      error instanceof Refusal ? reply.code(error.statusCode).send(error.body) : reply.code(500).send(error.message),
    );
    app.setNotFoundHandler(() => {
      throw new Refusal(404, "INVALID_REQUEST_ERROR", "NOT_FOUND");
    });

    app.get("/v2/locations", async () => (world.locations.length ? { locations: world.locations } : {}));

    app.post("/v2/catalog/search", async ({ body, url }) => {
      const query = checked(bodies["/v2/catalog/search"], body);
      if (query.include_deleted_objects && query.include_category_path_to_root) throw invalid("CONFLICTING_PARAMETERS");
      const after = query.begin_time === undefined ? Number.NEGATIVE_INFINITY : Date.parse(query.begin_time);
      const objects = world.products
        .flatMap((product) => [itemOf(product), ...product.variants.map((one) => variationOf(product, one))])
        .filter(({ type }) => query.object_types?.includes(type as "ITEM") ?? type === "ITEM")
        .filter(({ is_deleted }) => query.include_deleted_objects || !is_deleted)
        .filter(({ version }) => version > after);
      const limit = query.limit !== undefined && query.limit > 0 && query.limit <= 1_000 ? query.limit : 100;
      const { rows, cursor } = page(url, query, limit, objects);
      return {
        ...(rows.length && { objects: rows }),
        ...(query.include_related_objects && rows.length && { related_objects: relatedOf(world, rows) }),
        ...(cursor && { cursor }),
        latest_time: new Date(clock.ms).toISOString(),
      };
    });

    app.post("/v2/catalog/batch-retrieve", async ({ body }) => {
      const query = checked(bodies["/v2/catalog/batch-retrieve"], body);
      const objects = world.products
        .flatMap((product) => [itemOf(product), ...product.variants.map((one) => variationOf(product, one))])
        .filter(({ id }) => query.object_ids.includes(id))
        .filter(({ is_deleted }) => query.include_deleted_objects || !is_deleted);
      return {
        ...(objects.length && { objects }),
        ...(query.include_related_objects && objects.length && { related_objects: relatedOf(world, objects) }),
      };
    });

    app.post("/v2/inventory/counts/batch-retrieve", async ({ body, url }) => {
      const query = checked(bodies["/v2/inventory/counts/batch-retrieve"], body);
      const has = (list: string[] | null | undefined, value: string): boolean => !list?.length || list.includes(value);
      const counts = world.counts
        .filter(({ variant }) => has(query.catalog_object_ids, variant))
        .filter(({ location }) => has(query.location_ids, location))
        .filter(({ state }) => has(query.states, state))
        .filter(({ at }) => at > Date.parse(query.updated_after ?? "1970-01-01T00:00:00Z"))
        .toSorted((a, b) => b.at - a.at);
      const { rows, cursor } = page(url, query, query.limit ?? 100, counts);
      return {
        ...(rows.length && {
          counts: rows.map(({ variant, location, quantity, state, at }) => ({
            catalog_object_id: variant,
            catalog_object_type: "ITEM_VARIATION",
            state,
            location_id: location,
            quantity,
            calculated_at: new Date(at).toISOString(),
          })),
        }),
        ...(cursor && { cursor }),
      };
    });
  });
}
