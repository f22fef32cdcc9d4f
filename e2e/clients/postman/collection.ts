/** The parts of the OpenAPI document that a collection needs. */
export interface Document {
  paths: Record<string, Record<string, Operation>>;
}

interface Operation {
  operationId: string;
  responses: Record<string, unknown>;
  security: Record<string, unknown>[];
}

interface Request {
  name: string;
  request: {
    method: string;
    url: { path: string[]; variable: { key: string; value: string }[] };
    body?: { raw?: string };
    auth?: unknown;
  };
  event?: unknown[];
}

export interface Collection {
  item: ({ item: Request[] } & Record<string, unknown>)[];
}

/** Variables that a person would copy from an answer: the operation that answers with each, and its place in the answer. */
const copied: [variable: string, operationId: string, place: string][] = [
  ["retailerId", "retailersCreate", "id"],
  ["storeId", "storesCreate", "id"],
  ["widgetToken", "storesCreate", "widgetToken"],
  ["uploadKey", "inventoryConnect", "nextSteps?.uploadKey"],
  ["ingestId", "inventoryListIngests", "data[0]?.id"],
  ["ingestId", "productsListIngests", "data[0]?.id"],
  ["customizationId", "customizationsPost", "id"],
  ["sequence", "webhooksListDeliveriesInStore", "data[0]?.sequence"],
  ["entryId", "historyList", "data[0]?.id"],
  ["keyId", "keysCreate", "id"],
];
const variables = new Set(copied.map(([variable]) => variable));

/** The operation of a request. */
export function operationOf(
  { paths }: Document,
  { method, url }: Pick<Request["request"], "method" | "url">,
): Operation {
  const path = `/${url.path.map((part) => part.replace(/^:(.*)$/, "{$1}")).join("/")}`;
  const operation = paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not in the document`);
  return operation;
}

function withVariables(item: Request, { operationId, security }: Operation): Request {
  const { url, body, auth } = item.request;
  const script = copied
    .filter(([, from]) => from === operationId)
    .map(([variable, , place]) => `  pm.collectionVariables.set("${variable}", answer.${place});`);
  const exec = ["if (pm.response.code < 300) {", "  const answer = pm.response.json();", ...script, "}"];
  const uploadKey = { type: "bearer", bearer: [{ key: "token", value: "{{uploadKey}}" }] };
  return {
    ...item,
    request: {
      ...item.request,
      url: {
        ...url,
        variable: url.variable.map((one) => (variables.has(one.key) ? { ...one, value: `{{${one.key}}}` } : one)),
      },
      ...(body?.raw && { body: { ...body, raw: body.raw.replace(/("widgetToken": )"[^"]*"/, '$1"{{widgetToken}}"') } }),
      auth: security.some((one) => "uploadKey" in one) ? uploadKey : auth,
    },
    ...(script.length && { event: [{ listen: "test", script: { type: "text/javascript", exec } }] }),
  };
}

/**
 * The collection from openapi-to-postmanv2, with ids as variables that earlier answers set. So only the base URL and the key remain.
 * The deletions are last, in reverse order.
 */
export function withoutIds(collection: Collection, document: Document): Collection {
  const folders = collection.item.map((folder) => ({
    ...folder,
    item: folder.item.map((item) => withVariables(item, operationOf(document, item.request))),
  }));
  const isDeletion = ({ request }: Request): boolean => request.method === "DELETE";
  const deletions = folders.flatMap(({ item }) => item.filter(isDeletion)).toReversed();
  return {
    ...collection,
    item: [
      ...folders.map((folder) => ({ ...folder, item: folder.item.filter((item) => !isDeletion(item)) })),
      { name: "Deletions", item: deletions },
    ],
  };
}
