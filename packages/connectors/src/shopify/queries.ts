import { z } from "zod";

const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });
/** A page of a connection. */
const pageOf = <T extends z.ZodType>(node: T) => z.object({ nodes: z.array(node), pageInfo });

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
  nodes: z.array(
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

/** A query with the shape of its data. */
export interface Query<Data> {
  text: string;
  data: z.ZodType<Data>;
}
const query = <Data>(text: string, data: z.ZodType<Data>): Query<Data> => ({ text, data });

export const SCOPES = query(
  "query { currentAppInstallation { accessScopes { handle } } }",
  z.object({ currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }) }),
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
  z.object({ shop, nodes: z.array(variant.nullable()) }),
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
            item: z.object({ variants: z.object({ nodes: z.array(z.object({ id: z.string() })) }).nullable() }),
          }),
        ),
      })
      .nullable(),
  }),
);
