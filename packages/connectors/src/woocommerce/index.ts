import { z } from "zod";
import { type WooCommerceCredential, wooCommerceInfo } from "../catalogue.ts";
import type { Connector, ConnectorItem, OpenConnector } from "../connector.ts";
import type { Http } from "../http.ts";
import { ConnectorError, listOf, pullLimits, unusable } from "../limits.ts";
import {
  currencyAnswer,
  judge,
  type ProductAnswer,
  plainText,
  productAnswer,
  type VariationAnswer,
  variationAnswer,
} from "./answers.ts";

const API = "wc/v3";
const PER_PAGE = 100;
/** WooCommerce has one stock for the shop. */
const LOCATION = "shop";
/** Links to other shops, and lists of products that have their own stock. */
const NOT_SOLD_HERE = new Set(["external", "grouped"]);

class WooCommerce implements OpenConnector {
  readonly #shop: URL;
  readonly #authorization: string;
  readonly #http: Http;

  constructor({ url, consumerKey, consumerSecret }: WooCommerceCredential, http: Http) {
    this.#shop = new URL(url);
    this.#authorization = `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString("base64")}`;
    this.#http = http;
  }

  async locations() {
    await this.#get("products", { per_page: "1", _fields: "id" }, listOf(z.unknown()));
    return [{ id: LOCATION, name: (this.#shop.host + this.#shop.pathname).replace(/\/$/, "") }];
  }

  async *items(since: Date | null): AsyncGenerator<ConnectorItem> {
    const currency = await this.#currency();
    const changed = since && { modified_after: timeBefore(since), dates_are_gmt: "true" };
    for await (const product of this.#rows("products", productAnswer, { ...changed })) {
      if (NOT_SOLD_HERE.has(product.type) || (!since && product.status !== "publish")) continue;
      const variations = product.type.startsWith("variable")
        ? this.#rows(`products/${product.id}/variations`, variationAnswer, {})
        : [null];
      for await (const variation of variations) {
        const item = itemOf(product, variation, currency);
        if (item && (since || item.quantities.size > 0)) yield item;
      }
    }
  }

  /** Rows by ascending id, each once. All states, so that a product that goes offline during the read moves no other row. */
  async *#rows<Row extends { id: number }>(
    path: string,
    schema: z.ZodObject & z.ZodType<Row>,
    filter: Record<string, string>,
  ): AsyncGenerator<Row> {
    const query = { ...filter, status: "any", orderby: "id", order: "asc", per_page: String(PER_PAGE) };
    const fields = Object.keys(schema.shape).join(",");
    let lastId = 0;
    let total = 0;
    for (let page = 1; ; ) {
      const answer = await this.#get(path, { ...query, page: String(page), _fields: fields }, listOf(schema, PER_PAGE));
      const now = countOf(answer.headers["x-wp-total"]);
      const gone = total - now;
      total = now;
      if (gone > 0 && page > 1) {
        // A row was deleted, so later rows moved to pages that were read already.
        page = Math.max(1, page - Math.ceil(gone / PER_PAGE));
        continue;
      }
      for (const row of answer.body) {
        if (row.id <= lastId) continue;
        lastId = row.id;
        yield row;
      }
      if (page * PER_PAGE >= total) return;
      page++;
    }
  }

  /** Only users who manage the shop can read the currency. */
  async #currency(): Promise<string | null> {
    try {
      return (await this.#get("data/currencies/current", { _fields: "code" }, currencyAnswer)).body.code;
    } catch (error) {
      if (error instanceof ConnectorError && error.kind === "refused") return null;
      throw error;
    }
  }

  async #get<Body>(path: string, query: Record<string, string>, schema: z.ZodType<Body>) {
    const url = new URL(this.#shop);
    url.pathname = `${url.pathname.replace(/\/$/, "")}/wp-json/${API}/${path}`;
    url.search = new URLSearchParams(query).toString();
    const headers = { authorization: this.#authorization };
    const answer = await this.#http.call({ method: "GET", url, headers }, judge);
    const parsed = schema.safeParse(answer.body);
    if (parsed.success) return { headers: answer.headers, body: parsed.data };
    const [issue] = parsed.error.issues;
    throw unexpected(`${path.replace(/\d+/, "…")}: ${issue?.path.join(".") || issue?.message}`);
  }
}

const unexpected = (where: string) => unusable("WooCommerce", `sent data in an unknown form (${where})`);

function countOf(header: string | undefined): number {
  const count = /^\d+$/.test(header ?? "") ? Number(header) : Number.NaN;
  if (!(count <= pullLimits.items)) throw unexpected("X-WP-Total");
  return count;
}

/**
 * The second before a time: WooCommerce stores whole seconds and finds only later ones. Without a zone, because WordPress would convert
 * a zone to the time of the site.
 */
const timeBefore = (time: Date): string =>
  new Date(Math.floor(time.getTime() / 1_000) * 1_000 - 1_000).toISOString().slice(0, 19);

function itemOf(
  product: ProductAnswer,
  variation: VariationAnswer | null,
  currency: string | null,
): ConnectorItem | null {
  const sold = variation ?? product;
  const barcode = barcodeOf(product, variation);
  if (barcode === "" || !/^\d+(?:\.\d+)?$/.test(sold.price)) return null;
  const options = variation?.attributes.map(({ option }) => plainText(option)).filter((option) => option !== "") ?? [];
  const isOnSale = product.status === "publish" && sold.status === "publish";
  const images = [variation?.image, ...product.images].flatMap((image) => image?.src ?? []);
  return {
    barcode,
    price: sold.price,
    currency,
    title: [plainText(product.name), options.join(", ")].filter((part) => part !== "").join(" – "),
    brand: plainText(product.brands?.[0]?.name ?? "") || null,
    images: [...new Set(images)],
    quantities: new Map(isOnSale ? [[LOCATION, quantityOf(sold)]] : []),
  };
}

/** A variation without its own code has the code of its product, which several variations share. */
function barcodeOf(product: ProductAnswer, variation: VariationAnswer | null): string {
  if (!variation) return gtinOf(product) || product.sku;
  if (variation.global_unique_id !== product.global_unique_id) {
    const gtin = gtinOf(variation);
    if (gtin !== "") return gtin;
  }
  return variation.sku === product.sku ? "" : variation.sku;
}

/** The field allows hyphens, as in an ISBN. */
const gtinOf = (sold: { global_unique_id: string }): string => sold.global_unique_id.replaceAll("-", "");

/** A product without stock management has only a state: 1 in stock, otherwise 0. */
function quantityOf({ manage_stock, stock_quantity, stock_status }: ProductAnswer | VariationAnswer): number {
  if (manage_stock !== false) return stock_quantity ?? 0;
  return stock_status === "instock" ? 1 : 0;
}

export const woocommerce: Connector<WooCommerceCredential> = {
  ...wooCommerceInfo,
  open: (given, http) => new WooCommerce(given, http),
};
