import { OPERATIONS } from "./ads-messages.ts";
import { Mutation, type Operation } from "./ads-mutate.ts";
import { search } from "./ads-search.ts";
import { adsFault, invalid } from "./fault.ts";
import { checkMessage, optional, required } from "./message.ts";
import type { Asked, Route } from "./route.ts";
import type { Customer } from "./world.ts";

function customerOf({ world, params, headers }: Asked): Customer {
  const { version, developerToken, isTokenApproved, customers } = world.ads;
  const refused = (kind: string, code: string, http: [number, string]) =>
    adsFault(version, kind, code, "The request is not authorized.", http);
  if (params.version !== version) throw invalid(`Version ${params.version} is not served.`);
  const token = headers["developer-token"];
  if (!token) throw refused("authenticationError", "DEVELOPER_TOKEN_MISSING", [401, "UNAUTHENTICATED"]);
  if (token !== developerToken)
    throw refused("authenticationError", "DEVELOPER_TOKEN_INVALID", [401, "UNAUTHENTICATED"]);
  if (!isTokenApproved) {
    throw refused("authorizationError", "DEVELOPER_TOKEN_NOT_APPROVED", [403, "PERMISSION_DENIED"]);
  }
  const customer = customers.get(params.customer ?? "");
  if (!customer) throw refused("authorizationError", "USER_PERMISSION_DENIED", [403, "PERMISSION_DENIED"]);
  return customer;
}

const MAX_OPERATIONS = 10_000;
const PAGE = 10_000;

/** Applies all operations of a request, or none. */
function mutate(asked: Asked, operations: [collection: string, Operation][], validateOnly: unknown): string[] {
  const { world, params } = asked;
  const customer = customerOf(asked);
  if (operations.length > MAX_OPERATIONS) {
    throw adsFault(world.ads.version, "requestError", "TOO_MANY_MUTATE_OPERATIONS", "Too many operations.");
  }
  const copy: Customer = { ...customer, resources: new Map(customer.resources) };
  const mutation = new Mutation(copy, params.customer ?? "", world.ads.version);
  const names = operations.map(([collection, operation]) => mutation.apply(collection, operation));
  mutation.finish();
  if (validateOnly === true) return [];
  world.ads.customers.set(params.customer ?? "", copy);
  return names;
}

const one = (name: string): Record<string, unknown> => ({ resourceName: name });

function mutateCollection(asked: Asked) {
  const { body, params } = asked;
  if (typeof body !== "object" || body === null) throw invalid("A body is required.");
  const { operations, validateOnly, ...rest } = body as { operations?: Operation[]; validateOnly?: unknown };
  checkMessage(rest, { partialFailure: optional("bool"), responseContentType: optional("string") });
  if (!Array.isArray(operations) || operations.length === 0) throw invalid("[operations] is required");
  for (const operation of operations) {
    const unknown = Object.keys(operation).find((name) => !["create", "update", "updateMask", "remove"].includes(name));
    if (unknown) throw invalid(`Invalid JSON payload received. Unknown name "${unknown}": Cannot find field.`);
  }
  const collection = params.collection ?? "";
  const names = mutate(
    asked,
    operations.map((operation) => [collection, operation]),
    validateOnly,
  );
  return { results: names.map(one) };
}

function mutateAll(asked: Asked) {
  checkMessage(asked.body, {
    mutateOperations: required({ list: { message: OPERATION_KINDS } }),
    validateOnly: optional("bool"),
  });
  const { mutateOperations, validateOnly } = asked.body as {
    mutateOperations: Record<string, Operation>[];
    validateOnly?: boolean;
  };
  const operations = mutateOperations.map((entry): [string, Operation] => {
    const [kind = "", operation = {}] = Object.entries(entry)[0] ?? [];
    return [OPERATIONS[kind] ?? "", operation];
  });
  const names = mutate(asked, operations, validateOnly);
  const mutateOperationResponses = names.map((name, index) => {
    const kind = Object.keys(mutateOperations[index] ?? {})[0] ?? "";
    return { [kind.replace("Operation", "Result")]: one(name) };
  });
  return { mutateOperationResponses };
}

/** `Mutation` checks each operation in full when it applies it. */
const OPERATION_KINDS = Object.fromEntries(Object.keys(OPERATIONS).map((kind) => [kind, optional({ anything: true })]));

function searchAll(asked: Asked) {
  const { world, params, body } = asked;
  const customer = customerOf(asked);
  checkMessage(body, { query: required("string"), pageToken: optional("string"), validateOnly: optional("bool") });
  const all = search(customer, params.customer ?? "", String(body.query), world.ads.version);
  const from = Number(body.pageToken ?? 0);
  const results = all.slice(from, from + PAGE);
  const next = from + PAGE < all.length ? { nextPageToken: String(from + PAGE) } : {};
  return { ...(results.length && { results }), ...next, fieldMask: "" };
}

export const adsRoutes: Route[] = [
  { service: "ads", method: "POST", path: "/{version}/customers/{customer}/googleAds:search", handle: searchAll },
  { service: "ads", method: "POST", path: "/{version}/customers/{customer}/googleAds:mutate", handle: mutateAll },
  {
    service: "ads",
    method: "POST",
    path: "/{version}/customers/{customer}/{collection}:mutate",
    handle: mutateCollection,
  },
];
