import { z } from "zod";
import type { ShopifyCredential } from "../catalogue.ts";
import type { Http, Judgement, ShopAnswer } from "../http.ts";
import { ConnectorError, listOf, unusable } from "../limits.ts";

const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });
const pageOf = <Node>(node: z.ZodType<Node>) => z.object({ nodes: listOf(node), pageInfo });

const MEDIA = "nodes { mediaContentType preview { image { url } } }";
const PAGE = "pageInfo { hasNextPage endCursor }";
const LEVELS = `nodes { location { id } quantities(names: ["available"]) { quantity } } ${PAGE}`;
const VARIANT = `
  id title barcode sku price
  media(first: 1) { ${MEDIA} }
  product {
    title vendor status hasOnlyDefaultVariant
    media(first: 5) { ${MEDIA} }
  }
  inventoryItem { id inventoryLevels(first: $levels) { ${LEVELS} } }`;

const media = z.object({
  nodes: listOf(
    z.object({
      mediaContentType: z.string(),
      preview: z.object({ image: z.object({ url: z.string() }).nullable() }).nullable(),
    }),
  ),
});
const inventoryLevels = pageOf(
  z.object({ location: z.object({ id: z.string() }), quantities: z.tuple([z.object({ quantity: z.int() })]) }),
);
const variant = z.object({
  id: z.string(),
  title: z.string(),
  barcode: z.string().nullable(),
  sku: z.string().nullable(),
  price: z.string().nullable(),
  media,
  product: z.object({
    title: z.string(),
    vendor: z.string(),
    status: z.string(),
    hasOnlyDefaultVariant: z.boolean(),
    media,
  }),
  inventoryItem: z.object({ id: z.string(), inventoryLevels }),
});
const shop = z.object({ currencyCode: z.string() });

export type Variant = z.infer<typeof variant>;
export type Page<Node> = { nodes: Node[]; pageInfo: z.infer<typeof pageInfo> };

export interface Query<Data> {
  text: string;
  data: z.ZodType<Data>;
}
const query = <Data>(text: string, data: z.ZodType<Data>): Query<Data> => ({ text, data });

export const SCOPES = query(
  "query { currentAppInstallation { accessScopes { handle } } }",
  z.object({ currentAppInstallation: z.object({ accessScopes: listOf(z.object({ handle: z.string() })) }) }),
);

export const LOCATIONS = query(
  `query ($after: String) { locations(first: 100, after: $after) { nodes { id name } ${PAGE} } }`,
  z.object({ locations: pageOf(z.object({ id: z.string(), name: z.string() })) }),
);

export const VARIANTS = query(
  `query ($first: Int!, $after: String, $search: String, $levels: Int!) {
    shop { currencyCode }
    productVariants(first: $first, after: $after, query: $search, sortKey: ID) { nodes { ${VARIANT} } ${PAGE} }
  }`,
  z.object({ shop, productVariants: pageOf(variant) }),
);

export const VARIANTS_BY_ID = query(
  `query ($ids: [ID!]!, $levels: Int!) {
    shop { currencyCode }
    nodes(ids: $ids) { ... on ProductVariant { ${VARIANT} } }
  }`,
  z.object({ shop, nodes: listOf(variant.nullable()) }),
);

export const MORE_LEVELS = query(
  `query ($id: ID!, $after: String) {
    inventoryItem(id: $id) { inventoryLevels(first: 100, after: $after) { ${LEVELS} } }
  }`,
  z.object({ inventoryItem: z.object({ inventoryLevels }).nullable() }),
);

export const CHANGED_PRODUCTS = query(
  `query ($after: String, $search: String) {
    products(first: 100, after: $after, query: $search, sortKey: ID) { nodes { id } ${PAGE} }
  }`,
  z.object({ products: pageOf(z.object({ id: z.string() })) }),
);

export const CHANGED_LEVELS = query(
  `query ($id: ID!, $after: String, $search: String) {
    location(id: $id) {
      inventoryLevels(first: 50, after: $after, query: $search) {
        nodes { item { variants(first: 3) { nodes { id } } } } ${PAGE}
      }
    }
  }`,
  z.object({
    location: z
      .object({
        inventoryLevels: pageOf(
          z.object({
            item: z.object({ variants: z.object({ nodes: listOf(z.object({ id: z.string() })) }).nullable() }),
          }),
        ),
      })
      .nullable(),
  }),
);

/** Shopify supports a version for at least 12 months. */
const API_VERSION = "2026-10";

const cost = z.object({
  requestedQueryCost: z.number(),
  throttleStatus: z.object({ currentlyAvailable: z.number(), restoreRate: z.number().positive() }),
});
const answerSchema = z.object({
  data: z.unknown().optional(),
  errors: listOf(
    z.object({ message: z.string(), extensions: z.object({ code: z.string().optional() }).optional() }),
  ).optional(),
  extensions: z.object({ cost: cost.optional() }).optional(),
});
type Answer = z.infer<typeof answerSchema>;
const tokenAnswer = z.object({ access_token: z.string().regex(/^[\w-]+$/) });

const wrongClient =
  "Shopify does not accept the client ID and the client secret. Copy both from the app's settings in the Dev Dashboard, and install the app in this shop.";

export function lacksScopes(scopes: readonly string[]): ConnectorError {
  const remedy = scopes.length > 1 ? "Add the scopes" : "Add the scope";
  return new ConnectorError(
    "refused",
    `The token lacks ${scopes.join(" and ")}. ${remedy} to the app in Shopify, then paste the new token.`,
  );
}

const refusals: Record<number, string> = {
  401: "Shopify does not accept the token. Paste the Admin API access token of an app that the shop has installed.",
  402: "Shopify has frozen the shop. The owner of the shop must pay the open bill in Shopify.",
  403: "Shopify refuses the calls of this app. Check in Shopify that the app is installed and has its scopes.",
  404: "Shopify finds no shop at {host}. Check the name of the shop.",
  423: "Shopify has locked the shop. The owner of the shop must contact the support of Shopify.",
};

const unexpected = (): ConnectorError => unusable("Shopify", "gave an answer that does not have the documented form");

export class ShopifyApi {
  readonly #http: Http;
  readonly #host: string;
  readonly #client: { client_id: string | undefined; client_secret: string | undefined };
  #token: string | undefined;

  constructor(http: Http, { shop, accessToken, clientId, clientSecret }: ShopifyCredential) {
    this.#http = http;
    this.#host = `${shop}.myshopify.com`;
    this.#token = accessToken;
    this.#client = { client_id: clientId, client_secret: clientSecret };
  }

  /** @returns the data, and the cost in points that Shopify counted before it ran the query */
  async query<Data>(query: Query<Data>, variables: object = {}): Promise<{ data: Data; cost: number | undefined }> {
    const { body } = await this.#http.call(
      {
        method: "POST",
        url: new URL(`https://${this.#host}/admin/api/${API_VERSION}/graphql.json`),
        headers: { "x-shopify-access-token": await this.#accessToken() },
        body: { query: query.text, variables },
      },
      (answer) => this.#judge(answer),
    );
    const { data, extensions } = answerSchema.parse(body);
    const parsed = query.data.safeParse(data);
    if (!parsed.success) throw unexpected();
    return { data: parsed.data, cost: extensions?.cost?.requestedQueryCost };
  }

  /** The token of a client is valid for 24 hours, which is longer than any pull. */
  async #accessToken(): Promise<string> {
    if (this.#token !== undefined) return this.#token;
    const { body } = await this.#http.call(
      {
        method: "POST",
        url: new URL(`https://${this.#host}/admin/oauth/access_token`),
        headers: {},
        body: { ...this.#client, grant_type: "client_credentials" },
      },
      (answer) => this.#judgeToken(answer),
    );
    this.#token = tokenAnswer.parse(body).access_token;
    return this.#token;
  }

  #judgeToken(answer: ShopAnswer): Judgement {
    const { status, body } = answer;
    if (status === 400 || status === 401 || status === 403)
      return { error: new ConnectorError("refused", wrongClient) };
    if (status === 200) return tokenAnswer.safeParse(body).success ? {} : { error: unexpected() };
    const { error = unexpected() } = this.#judge(answer);
    return { error };
  }

  #judge({ status, body }: ShopAnswer): Judgement {
    const refused = refusals[status]?.replace("{host}", this.#host);
    if (refused !== undefined) return { error: new ConnectorError("refused", refused) };
    if (status === 429) return { error: new ConnectorError("limited", "Shopify limits the calls of this app.") };
    if (status >= 500) return { error: new ConnectorError("unavailable", `Shopify answered with status ${status}.`) };
    const answer = answerSchema.safeParse(body);
    if (status !== 200 || !answer.success) return { error: unexpected() };
    return judgeErrors(answer.data);
  }
}

/** The GraphQL API reports most failures with status 200. */
function judgeErrors({ errors = [], extensions }: Answer): Judgement {
  const [first] = errors;
  if (!first) return {};
  const code = first.extensions?.code ?? "no code";
  switch (code) {
    case "THROTTLED":
      return {
        error: new ConnectorError("limited", "Shopify limits the calls of this app."),
        retryAfterMs: pauseOf(extensions?.cost),
      };
    case "ACCESS_DENIED": {
      const scopes = [...new Set(first.message.match(/\bread_\w+/g))];
      if (scopes.length > 0) return { error: lacksScopes(scopes) };
      const message = "The token lacks a scope. Add read_products, read_inventory and read_locations to the app.";
      return { error: new ConnectorError("refused", message) };
    }
    case "SHOP_INACTIVE":
      return { error: new ConnectorError("refused", "The shop is not active in Shopify. Activate the shop there.") };
    case "INTERNAL_SERVER_ERROR":
      return { error: new ConnectorError("unavailable", "Shopify reported an internal error.") };
    default:
      return { error: new ConnectorError("unexpected", `Shopify did not run a query (${code}).`) };
  }
}

/** The time until the bucket has the points for the query again. */
function pauseOf(known: z.infer<typeof cost> | undefined): number | null {
  if (!known) return null;
  const { currentlyAvailable, restoreRate } = known.throttleStatus;
  const missing = known.requestedQueryCost - currentlyAvailable;
  return missing > 0 ? Math.ceil((missing / restoreRate) * 1_000) : null;
}
