import type { z } from "zod";
import { type SquareCredential, squareInfo } from "../catalogue.ts";
import type { Connector, ConnectorItem, Location, OpenConnector } from "../connector.ts";
import type { Http, Judgement, ShopAnswer } from "../http.ts";
import { ConnectorError, unusable } from "../limits.ts";
import {
  type CatalogAnswer,
  type CatalogObject,
  type Count,
  catalogAnswer,
  countsAnswer,
  describe,
  errorAnswer,
  isOnSale,
  isPresent,
  isSoldOut,
  locationsAnswer,
} from "./answers.ts";

/** Each fact about Square has its source in docs/connectors/square.md. */
const ORIGIN = "https://connect.squareup.com";
const VERSION = "2026-05-20";
const SEARCH = "/v2/catalog/search";
const COUNTS = "/v2/inventory/counts/batch-retrieve";
/** Items a page. A page of 1,000 large items can exceed the limit of one answer. */
const PAGE_ITEMS = 200;
const PAGE_COUNTS = 1_000;
/** Square documents no limit for the ids of one call for counts. */
const COUNTED_IDS = 500;

type Right = "MERCHANT_PROFILE_READ" | "ITEMS_READ" | "INVENTORY_READ";

function judge(right: Right, { status, body }: ShopAnswer): Judgement {
  const code = errorAnswer.safeParse(body).data?.errors[0]?.code;
  if (status === 200 && code === undefined) return {};
  const failure = (kind: ConnectorError["kind"], message: string): Judgement => ({
    error: new ConnectorError(kind, message),
  });
  if (status === 401) {
    const reason = code === "ACCESS_TOKEN_EXPIRED" ? "The token has expired." : "Square does not accept the token.";
    return failure("refused", `${reason} Copy the production access token of the application, then paste it.`);
  }
  if (code === "INSUFFICIENT_SCOPES") {
    return failure(
      "refused",
      `The token lacks ${right}. Authorize the application again with ${right}, then paste the new token.`,
    );
  }
  if (status === 403) {
    return failure("refused", "Square forbids the token to read. Ask the owner of the Square account for a new token.");
  }
  if (status === 429) return failure("limited", "Square received too many calls.");
  if (status === 408 || status >= 500) return failure("unavailable", `Square answered with status ${status}.`);
  // The same cursor fails again. The next pull starts with a new one.
  if (code === "INVALID_CURSOR") {
    return { ...failure("unavailable", "Square ended the list early."), retryAfterMs: Number.POSITIVE_INFINITY };
  }
  return failure("unexpected", `Square answered with status ${status}${code === undefined ? "" : ` (${code})`}.`);
}

function* batches<T>(all: Iterable<T>, size: number): Generator<T[]> {
  const rest = [...all];
  for (let at = 0; at < rest.length; at += size) yield rest.slice(at, at + size);
}

class Square implements OpenConnector {
  readonly #http: Http;
  readonly #headers: Record<string, string>;

  constructor(accessToken: string, http: Http) {
    this.#http = http;
    this.#headers = { authorization: `Bearer ${accessToken}`, "square-version": VERSION };
  }

  async locations(): Promise<Location[]> {
    const locations = await this.#active();
    // One row of each list shows that the token has the right.
    await this.#call("ITEMS_READ", SEARCH, catalogAnswer, { object_types: ["ITEM"], limit: 1 });
    await this.#call("INVENTORY_READ", COUNTS, countsAnswer, { states: ["IN_STOCK"], limit: 1 });
    return locations;
  }

  async *items(since: Date | null): AsyncGenerator<ConnectorItem> {
    const locations = (await this.#active()).map(({ id }) => id);
    if (since) return yield* this.#changed(since, locations);
    for await (const page of this.#search({ object_types: ["ITEM"], include_related_objects: true })) {
      yield* this.#read(page, locations, false);
    }
  }

  /** A variation or a count can change without its item. */
  async *#changed(since: Date, locations: string[]): AsyncGenerator<ConnectorItem> {
    const gone = new Set<string>();
    const live = new Set<string>();
    const keep = (object: CatalogObject): void => {
      const id = object.item_data ? object.id : object.item_variation_data?.item_id;
      if (!id) return;
      const isGone = object.item_data && (object.is_deleted || object.item_data.is_archived);
      (isGone ? gone : live).add(id);
    };
    const query = {
      object_types: ["ITEM", "ITEM_VARIATION"],
      begin_time: since.toISOString(),
      include_deleted_objects: true,
    };
    for await (const page of this.#search(query)) page.objects.forEach(keep);
    const counted = new Set<string>();
    for await (const { catalog_object_id } of this.#counts(locations, { updated_after: since.toISOString() })) {
      counted.add(catalog_object_id);
    }
    for (const object_ids of batches(counted, PAGE_ITEMS)) {
      (await this.#objects({ object_ids })).objects.forEach(keep);
    }
    // Items that are gone come first: another item can have the same barcode.
    for (const object_ids of batches(gone.union(live), PAGE_ITEMS)) {
      const query = { object_ids, include_related_objects: true, include_deleted_objects: true };
      yield* this.#read(await this.#objects(query), locations, true);
    }
  }

  /** @param withGone also variations that are not on sale, without quantities and before the others */
  async *#read(page: CatalogAnswer, locations: string[], withGone: boolean): AsyncGenerator<ConnectorItem> {
    const urls = new Map(page.related_objects.map(({ id, image_data }) => [id, image_data?.url]));
    const found = page.objects.flatMap((item) =>
      (item.item_data?.variations ?? []).flatMap((variation) => {
        const description = describe(item, variation, urls);
        return description ? [{ item, variation, description, isOnSale: isOnSale(item, variation, locations) }] : [];
      }),
    );
    const gone = withGone ? found.filter((one) => !one.isOnSale) : [];
    for (const { description } of gone) yield { ...description, quantities: new Map() };
    const sold = new Map(
      found
        .filter((one) => one.isOnSale)
        .map((one) => [one.variation.id, { ...one, quantities: new Map<string, number>() }]),
    );
    for (const catalog_object_ids of batches(sold.keys(), COUNTED_IDS)) {
      for await (const count of this.#counts(locations, { catalog_object_ids })) {
        const one = sold.get(count.catalog_object_id);
        const at = count.location_id;
        if (!one || !isPresent(one.item, at) || !isPresent(one.variation, at)) continue;
        const quantity = Number(count.quantity);
        one.quantities.set(at, isSoldOut(one.variation.item_variation_data, at) ? Math.min(quantity, 0) : quantity);
      }
    }
    for (const { description, quantities } of sold.values()) yield { ...description, quantities };
  }

  async #active(): Promise<Location[]> {
    const { locations } = await this.#call("MERCHANT_PROFILE_READ", "/v2/locations", locationsAnswer);
    return locations.filter(({ status }) => status === "ACTIVE").map(({ id, name }) => ({ id, name: name || id }));
  }

  #objects(body: object): Promise<CatalogAnswer> {
    return this.#call("ITEMS_READ", "/v2/catalog/batch-retrieve", catalogAnswer, body);
  }

  #search(body: object): AsyncGenerator<CatalogAnswer> {
    return this.#pages("ITEMS_READ", SEARCH, catalogAnswer, { ...body, limit: PAGE_ITEMS });
  }

  async *#counts(location_ids: string[], filter: object): AsyncGenerator<Count> {
    if (!location_ids.length) return; // An empty list is no filter.
    const body = { ...filter, location_ids, states: ["IN_STOCK"], limit: PAGE_COUNTS };
    for await (const { counts } of this.#pages("INVENTORY_READ", COUNTS, countsAnswer, body)) yield* counts;
  }

  async *#pages<Page extends { cursor?: string | null | undefined }>(
    right: Right,
    path: string,
    shape: z.ZodType<Page>,
    body: object,
  ): AsyncGenerator<Page> {
    let cursor: string | undefined;
    do {
      const page = await this.#call(right, path, shape, { ...body, cursor });
      yield page;
      cursor = page.cursor || undefined;
    } while (cursor !== undefined);
  }

  /** @param body sent with POST; without it, the call is a GET */
  async #call<Answer>(right: Right, path: string, shape: z.ZodType<Answer>, body?: object): Promise<Answer> {
    const method = body ? "POST" : "GET";
    const call = { method, url: new URL(path, ORIGIN), headers: this.#headers, body } as const;
    const { body: answer } = await this.#http.call(call, (answer) => judge(right, answer));
    const parsed = shape.safeParse(answer);
    if (parsed.success) return parsed.data;
    throw unusable("Square", `gave an answer without the documented form at ${path}`);
  }
}

export const square: Connector<SquareCredential> = {
  ...squareInfo,
  open: ({ accessToken }, http) => new Square(accessToken, http),
};
