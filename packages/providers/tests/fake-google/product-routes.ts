import { invalid, notFound } from "./fault.ts";
import { isIdentified } from "./local-feed-routes.ts";
import { accountOf } from "./merchant-routes.ts";
import { checkMessage, type Message, optional, required } from "./message.ts";
import type { Asked, Route } from "./route.ts";
import { newId } from "./world.ts";

const PRODUCT_INPUT: Message = {
  offerId: required("string"),
  contentLanguage: required("string"),
  feedLabel: required("string"),
  legacyLocal: optional("bool"),
  productAttributes: optional({
    message: {
      title: optional("string"),
      description: optional("string"),
      brand: optional("string"),
      imageLink: optional("string"),
      additionalImageLinks: optional({ list: "string" }),
      gtins: optional({ list: "string" }),
      condition: optional({ oneOf: ["NEW", "USED", "REFURBISHED"] }),
      link: optional("string"),
    },
  }),
};
const DATA_SOURCE: Message = {
  displayName: required("string"),
  primaryProductDataSource: optional({
    message: {
      contentLanguage: optional("string"),
      feedLabel: optional("string"),
      countries: optional({ list: "string" }),
      legacyLocal: optional("bool"),
    },
  }),
};

function checkDataSource({ world, params, query }: Asked): string {
  const name = query.dataSource ?? "";
  const id = /^accounts\/([0-9]+)\/dataSources\/([0-9]+)$/.exec(name);
  if (id?.[1] !== params.account || !accountOf(world, params.account).dataSources.has(id?.[2] ?? "")) {
    throw invalid("[dataSource] must name a data source of the account");
  }
  return name;
}

function insertInput(asked: Asked) {
  const { world, params, body } = asked;
  checkMessage(body, PRODUCT_INPUT);
  const dataSource = checkDataSource(asked);
  const {
    offerId,
    contentLanguage,
    feedLabel,
    productAttributes = {},
  } = body as Record<string, string> & {
    productAttributes?: Record<string, unknown>;
  };
  if (!/^[A-Z0-9_-]{1,20}$/.test(feedLabel ?? "")) throw invalid("[feedLabel] has characters that are not supported");
  const name = `${contentLanguage}~${feedLabel}~${offerId}`;
  accountOf(world, params.account).productInputs.set(name, { dataSource, productAttributes });
  return { name: `accounts/${params.account}/productInputs/${name}`, ...body };
}

function deleteInput(asked: Asked) {
  checkDataSource(asked);
  const { world, params } = asked;
  const name = params.input ?? "";
  // A name with special characters comes in base64url, without padding.
  const plain = name.includes("~") ? name : Buffer.from(name, "base64url").toString();
  if (!accountOf(world, params.account).productInputs.delete(plain)) throw notFound();
  return {};
}

function listProducts({ world, params, query }: Asked) {
  const account = accountOf(world, params.account);
  const { issues, inventories } = account;
  const size = Math.min(1_000, Number(query.pageSize ?? 25));
  const from = Number(query.pageToken ?? 0);
  const offers = [
    ...new Set([...inventories.values()].filter((entry) => isIdentified(account, entry)).map(({ offerId }) => offerId)),
  ];
  const products = offers.slice(from, from + size).map((offerId) => {
    const issue = issues.get(offerId);
    const itemLevelIssues = issue
      ? [
          {
            ...issue,
            resolution: issue.resolution.toLowerCase(),
            applicableCountries: ["GB"],
            reportingContext: "FREE_LOCAL_LISTINGS",
          },
        ]
      : [];
    return {
      name: `accounts/${params.account}/products/en~GB~${offerId}`,
      offerId,
      productStatus: { itemLevelIssues },
    };
  });
  return { products, ...(from + size < offers.length ? { nextPageToken: String(from + size) } : {}) };
}

export const productRoutes: Route[] = [
  {
    service: "merchant",
    method: "GET",
    path: "/products/v1/accounts/{account}/products",
    query: ["pageSize", "pageToken"],
    handle: listProducts,
  },
  {
    service: "merchant",
    method: "POST",
    path: "/products/v1/accounts/{account}/productInputs:insert",
    query: ["dataSource"],
    handle: insertInput,
  },
  {
    service: "merchant",
    method: "DELETE",
    path: "/products/v1/accounts/{account}/productInputs/{input}",
    query: ["dataSource"],
    handle: deleteInput,
  },
  {
    service: "merchant",
    method: "GET",
    path: "/datasources/v1/accounts/{account}/dataSources",
    query: ["pageSize", "pageToken"],
    handle: ({ world, params }) => ({
      dataSources: [...accountOf(world, params.account).dataSources].map(([dataSourceId, displayName]) => ({
        name: `accounts/${params.account}/dataSources/${dataSourceId}`,
        dataSourceId,
        displayName,
      })),
    }),
  },
  {
    service: "merchant",
    method: "POST",
    path: "/datasources/v1/accounts/{account}/dataSources",
    handle: ({ world, params, body }) => {
      checkMessage(body, DATA_SOURCE);
      const dataSourceId = newId();
      accountOf(world, params.account).dataSources.set(dataSourceId, String(body.displayName));
      return { name: `accounts/${params.account}/dataSources/${dataSourceId}`, dataSourceId, ...body };
    },
  },
];
