import { Readable } from "node:stream";
import { canary } from "@highstreet/telemetry/testing";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type FakeSystem, startFake } from "./fake-system.ts";
import type { HostileShop } from "./hostile-shops.ts";

export { hostileShops } from "./hostile-shops.ts";

/** What products and variations share, as WooCommerce stores it: a variation without an own value has none here. */
export interface FakeSold {
  id: number;
  status: "publish" | "draft" | "pending" | "private" | "trash";
  sku: string;
  global_unique_id: string;
  price: string;
  manage_stock: boolean;
  stock_quantity: number | null;
  stock_status: "instock" | "outofstock" | "onbackorder";
  /** Whole seconds in ms. */
  modified: number;
}
export interface FakeVariation extends FakeSold {
  image: string | null;
  options: string[];
}
export interface FakeProduct extends FakeSold {
  name: string;
  type: "simple" | "variable" | "grouped" | "external";
  images: string[];
  /** undefined: WooCommerce before version 9.6, without brands. */
  brands?: string[];
  variations: FakeVariation[];
}

export interface FakeShop {
  host: string;
  /** The folder of the shop, such as `/shop`. */
  folder: string;
  isPermalinkPlain: boolean;
  hasPlugin: boolean;
  /** Some web servers remove the header. */
  keepsAuthorization: boolean;
  key: string;
  secret: string;
  permissions: "read" | "write" | "read_write";
  /** Rights of the user of the key. */
  canRead: boolean;
  canManage: boolean;
  currency: string;
  /** The time zone of the site. */
  zoneHours: number;
  products: FakeProduct[];
  /** Answers instead of the next calls. */
  next: { status: number; headers?: Record<string, string>; body: unknown }[];
  /** A limit of the host, not of WooCommerce. */
  callsPerMinute: number;
  /** Replaces the answers to valid calls of products: the shop, or who controls it, is hostile. */
  hostile: HostileShop | undefined;
  /** Runs after each answer, to change the world between two pages. */
  afterCall: (path: string) => void;
  calls: string[];
}

export interface FakeWooCommerce extends FakeSystem {
  shop: FakeShop;
  /** Changes a product or a variation as a save of WooCommerce does: the saved row and its product get the time. */
  save<Row extends FakeSold>(product: FakeProduct, row: Row, change: Partial<Row>): void;
}

// The parameters and properties of the documentation, those that matter here.
const LIST = ["context", "page", "per_page", "offset", "order", "orderby", "status", "exclude", "include", "sku"];
const PARAMETERS = {
  products: new Set([...LIST, "modified_after", "modified_before", "dates_are_gmt", "type", "_fields"]),
  variations: new Set([...LIST, "_fields"]),
  current: new Set(["_fields"]),
};
const ORDER_BY = ["date", "id", "include", "title", "slug"];
const STATUS = ["any", "draft", "pending", "private", "publish"];

class WpError extends Error {
  readonly status: number;
  readonly code: string;
  readonly params: Record<string, string> | undefined;
  constructor(status: number, code: string, message: string, params?: Record<string, string>) {
    super(message);
    this.status = status;
    this.code = code;
    this.params = params;
  }
}

const invalid = (name: string, why: string) =>
  new WpError(400, "rest_invalid_param", `Invalid parameter(s): ${name}`, { [name]: why });
const imageOf = (src: string, index: number) => ({ id: index + 1, src, name: "", alt: "" });

function soldOf(row: FakeSold) {
  const { modified, ...rest } = row;
  const date = new Date(modified).toISOString().slice(0, 19);
  return { ...rest, date_modified_gmt: date, purchasable: row.price !== "", regular_price: row.price };
}

function productOf({ variations, ...product }: FakeProduct) {
  const { brands, ...rest } = product;
  return {
    ...rest,
    ...soldOf(product),
    images: product.images.map(imageOf),
    ...(brands && { brands: brands.map((name, index) => ({ id: index + 1, name, slug: `b${index}` })) }),
    variations: variations.map(({ id }) => id),
  };
}

/** A variation inherits the SKU, the image and the stock management of its product. */
function variationOf(product: FakeProduct, { options, ...variation }: FakeVariation) {
  const isParents = !variation.manage_stock && product.manage_stock;
  const image = variation.image ?? product.images[0];
  return {
    ...variation,
    ...soldOf(variation),
    sku: variation.sku || product.sku,
    manage_stock: isParents ? "parent" : variation.manage_stock,
    stock_quantity: (isParents ? product.stock_quantity : variation.stock_quantity) ?? 0,
    image: image === undefined ? null : imageOf(image, 0),
    attributes: options.map((option, index) => ({ id: 0, name: `Attribute ${index}`, option })),
  };
}

/** Throws for a field that no row has: the real API leaves such a field out. */
function pick(row: Record<string, unknown>, fields: string | undefined, known: Set<string>) {
  if (fields === undefined) return row;
  const names = fields.split(",");
  for (const name of names) if (!known.has(name)) throw new Error(`undocumented field ${name}`);
  return Object.fromEntries(names.flatMap((name) => (name in row ? [[name, row[name]]] : [])));
}

const SOLD = ["id", "status", "sku", "global_unique_id", "price", "regular_price", "purchasable"];
const STOCK = ["manage_stock", "stock_quantity", "stock_status", "date_modified_gmt"];
const PRODUCT = new Set([...SOLD, ...STOCK, "name", "type", "images", "brands", "variations"]);
const VARIATION = new Set([...SOLD, ...STOCK, "image", "attributes"]);

/** The rows of a page, checked as WordPress checks parameters. */
function pageOf<Row extends FakeSold>(rows: Row[], query: Record<string, string>, zoneHours: number) {
  const { page = "1", per_page = "10", order = "desc", orderby = "date", status = "any" } = query;
  if (!/^[1-9]\d*$/.test(page)) throw invalid("page", "page must be greater than or equal to 1");
  if (!/^\d+$/.test(per_page) || Number(per_page) < 1 || Number(per_page) > 100) {
    throw invalid("per_page", "per_page must be between 1 (inclusive) and 100 (inclusive)");
  }
  if (order !== "asc" && order !== "desc") throw invalid("order", "order is not one of asc, desc.");
  if (!ORDER_BY.includes(orderby)) throw invalid("orderby", `orderby is not one of ${ORDER_BY.join(", ")}.`);
  if (!STATUS.includes(status)) throw invalid("status", `status is not one of ${STATUS.join(", ")}.`);
  const found = rows
    .filter((row) => (status === "any" ? row.status !== "trash" : row.status === status))
    .filter((row) => isLater(row.modified, query, zoneHours))
    .sort((a, b) => (order === "asc" ? a.id - b.id : b.id - a.id));
  const size = Number(per_page);
  return { rows: found.slice((Number(page) - 1) * size, Number(page) * size), total: found.length, size };
}

function isLater(
  modified: number,
  { modified_after: after, dates_are_gmt }: Record<string, string>,
  zoneHours: number,
) {
  if (after === undefined) return true;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/.test(after)) {
    throw invalid("modified_after", "Invalid date.");
  }
  const zone = zoneHours * 3_600_000;
  // WordPress reads a time without a zone as written, and moves a time with a zone to the zone of the site.
  const bound = /(?:Z|[+-]\d\d:\d\d)$/.test(after) ? Date.parse(after) + zone : Date.parse(`${after}Z`);
  return modified + (dates_are_gmt === "true" ? 0 : zone) > Math.floor(bound / 1_000) * 1_000;
}

/** WooCommerce on loopback, from the REST API documentation and, for errors, from the source of the plugin. */
export async function startFakeWooCommerce(changes: Partial<FakeShop> = {}): Promise<FakeWooCommerce> {
  const shop: FakeShop = {
    host: "shop.example",
    folder: "",
    isPermalinkPlain: false,
    hasPlugin: true,
    keepsAuthorization: true,
    key: "ck_0123456789abcdef",
    secret: `cs_${canary("woocommerce")}`,
    permissions: "read",
    canRead: true,
    canManage: true,
    currency: "EUR",
    zoneHours: 2,
    products: [],
    next: [],
    callsPerMinute: Number.POSITIVE_INFINITY,
    hostile: undefined,
    afterCall: () => undefined,
    calls: [],
    ...changes,
  };

  /** The checks of WC_REST_Authentication, in their order. */
  function authenticate(request: FastifyRequest): void {
    const header = shop.keepsAuthorization ? request.headers.authorization : undefined;
    const [key, secret] = Buffer.from(header?.replace("Basic ", "") ?? "", "base64")
      .toString()
      .split(":");
    if (key !== shop.key) {
      throw new WpError(401, "woocommerce_rest_cannot_view", "Sorry, you cannot list resources.");
    }
    if (secret !== shop.secret) {
      throw new WpError(401, "woocommerce_rest_authentication_error", "Consumer secret is invalid.");
    }
    if (shop.permissions === "write") {
      const message = "The API key provided does not have read permissions.";
      throw new WpError(401, "woocommerce_rest_authentication_error", message);
    }
  }

  const allow = (can: boolean) => {
    if (!can) throw new WpError(403, "woocommerce_rest_cannot_view", "Sorry, you cannot list resources.");
  };

  function answer(request: FastifyRequest, reply: FastifyReply): unknown {
    const url = new URL(request.url, "https://any.example");
    const query = Object.fromEntries(url.searchParams);
    const check = (kind: keyof typeof PARAMETERS) => {
      for (const name of url.searchParams.keys()) {
        if (!PARAMETERS[kind].has(name)) throw new Error(`undocumented parameter ${name}`);
      }
    };
    const list = <Row extends FakeSold>(
      rows: Row[],
      render: (row: Row) => Record<string, unknown>,
      known: Set<string>,
    ) => {
      const page = pageOf(rows, query, shop.zoneHours);
      reply.header("x-wp-total", String(page.total));
      reply.header("x-wp-totalpages", String(Math.ceil(page.total / page.size)));
      return page.rows.map((row) => pick(render(row), query._fields, known));
    };
    const root = `${shop.folder}/wp-json/`;
    const isHere = request.headers.host === shop.host && url.pathname.startsWith(root) && !shop.isPermalinkPlain;
    if (!isHere) {
      reply.code(404).type("text/html");
      return "<html><body>Page not found</body></html>";
    }
    const path = url.pathname.slice(root.length);
    const variationsOf = /^wc\/v3\/products\/(\d+)\/variations$/.exec(path)?.[1];
    const isKnown = path === "wc/v3/products" || path === "wc/v3/data/currencies/current" || variationsOf;
    if (!isKnown || !shop.hasPlugin || request.method !== "GET") {
      throw new WpError(404, "rest_no_route", "No route was found matching the URL and request method.");
    }
    authenticate(request);
    if (path === "wc/v3/data/currencies/current") {
      check("current");
      allow(shop.canManage);
      return pick({ code: shop.currency, name: "Euro" }, query._fields, new Set(["code", "name", "symbol"]));
    }
    allow(shop.canRead);
    check(variationsOf ? "variations" : "products");
    if (shop.hostile && query.per_page !== "1") {
      const { total = "100", body } = shop.hostile.answer(Number(query.page));
      reply.header("x-wp-total", total).type("application/json");
      return typeof body === "string" ? body : Readable.from(body);
    }
    if (!variationsOf) return list(shop.products, productOf, PRODUCT);
    const product = shop.products.find(({ id }) => id === Number(variationsOf));
    return product
      ? list(product.variations, (row) => variationOf(product, row), VARIATION)
      : list([], soldOf, VARIATION);
  }

  let since = 0;
  let count = 0;
  const fake = await startFake((app, clock) => {
    app.all("*", (request, reply) => {
      shop.calls.push(request.url);
      if (clock.ms - since >= 60_000) {
        since = clock.ms;
        count = 0;
      }
      const next = shop.next.shift();
      if (next)
        return reply
          .code(next.status)
          .headers(next.headers ?? {})
          .send(next.body);
      count++;
      if (count > shop.callsPerMinute) {
        const seconds = Math.ceil((since + 60_000 - clock.ms) / 1_000);
        return reply.code(429).header("retry-after", String(seconds)).type("text/html").send("Too Many Requests");
      }
      try {
        return reply.send(answer(request, reply));
      } catch (error) {
        if (!(error instanceof WpError)) throw error;
        const { status, code, message, params } = error;
        return reply.code(status).send({ code, message, data: { status, ...(params && { params }) } });
      } finally {
        shop.afterCall(request.url);
      }
    });
  });
  const second = () => Math.floor(fake.clock.ms / 1_000) * 1_000;
  const save: FakeWooCommerce["save"] = (product, row, change) => {
    Object.assign(row, change, { modified: second() });
    product.modified = second();
  };
  return { ...fake, shop, save };
}
