import createClient, {
  type Client,
  type FetchOptions,
  type MaybeOptionalInit,
  type MiddlewareCallbackParams,
} from "openapi-fetch";
import type { paths } from "./api.ts";
import { type PagePath, type ReadPage, type RowOf, readPages } from "./pages.ts";
import { type RetryOptions, retryingFetch } from "./retrying-fetch.ts";
import type { Schemas } from "./verify-webhook.ts";

export interface HighstreetOptions extends RetryOptions {
  /** Address of the API: `https://api.highstreet.example`. */
  baseUrl: string;
  /** `hs_…` */
  apiKey: string;
  /** Default: the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
}

type Method = "POST" | "PUT" | "PATCH" | "DELETE";

type WritePath<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<Lowercase<M>, object> ? Path : never;
}[keyof paths];

type InitOf<Path extends keyof paths, M extends keyof paths[Path]> = MaybeOptionalInit<paths[Path], M>;

/** An empty `{}` is optional. */
type Arguments<Init> = undefined extends Init ? [init?: Init] : [init: Init];

/** The body of each successful answer; null for an answer without a body. */
type BodyOf<Operation> = Operation extends { responses: infer Responses }
  ? {
      [Status in keyof Responses & (200 | 201 | 202 | 204)]: Responses[Status] extends { content: infer Content }
        ? Content extends Record<string, unknown>
          ? Content[keyof Content]
          : null
        : null;
    }[keyof Responses & (200 | 201 | 202 | 204)]
  : never;

/** The answer of a dry run. `data.response` is the body that the real call would return. */
type DryRun<Body> =
  | { data: Omit<Schemas["DryRun"], "response"> & { response: Body }; error?: never; response: Response }
  | { data?: never; error: Schemas["Problem"]; response: Response };

/**
 * The API: `GET`, `POST`, … of openapi-fetch, with the types of the API's document. They return `{data}` or `{error}`, do not throw
 * for a failed answer, and include retries. An answer from elsewhere, such as a gateway, is also an `error`: its `type` is
 * `about:blank`, its `detail` describes the answer. 304 (to `If-None-Match`) has neither.
 */
export interface Highstreet extends Client<paths> {
  /**
   * All rows of a list, read page by page.
   * @throws HighstreetError if a page cannot be read
   */
  pages<Path extends PagePath>(path: Path, ...init: Arguments<InitOf<Path, "get">>): AsyncGenerator<RowOf<Path>>;
  /** The effects of a write: makes all checks and changes nothing. */
  dryRun<M extends Method, Path extends WritePath<M>>(
    method: M,
    path: Path,
    ...init: Arguments<InitOf<Path, Lowercase<M> & keyof paths[Path]>>
  ): Promise<DryRun<BodyOf<paths[Path][Lowercase<M> & keyof paths[Path]]>>>;
}

/** Sends a feed as it is, and any other body as JSON. */
function serialize(body: unknown): RequestInit["body"] {
  const isRaw = typeof body === "string" || body instanceof Blob || body instanceof Uint8Array;
  return isRaw ? (body as RequestInit["body"]) : JSON.stringify(body);
}

/**
 * Refuses the null of a missing ETag. The call would go out without a condition, and overwrite what others wrote.
 * @throws TypeError
 */
function checkConditions({ params }: MiddlewareCallbackParams): void {
  for (const [name, value] of Object.entries(params.header ?? {}))
    if (value === null) throw new TypeError(`${name} is null: the answer that it comes from has no ETag`);
}

/** A client for one API key. */
export function createHighstreet(options: HighstreetOptions): Highstreet {
  const { baseUrl, apiKey, fetch = (request) => globalThis.fetch(request), ...retry } = options;
  const client = createClient<paths>({
    baseUrl: `${baseUrl.replace(/\/+$/, "").replace(/\/v1$/, "")}/v1`,
    headers: { authorization: `Bearer ${apiKey}` },
    fetch: retryingFetch(fetch, retry),
    bodySerializer: serialize,
  });
  client.use({ onRequest: checkConditions });
  // The types of `pages` and `dryRun` check their arguments, so the inner calls need no types.
  const get = client.GET as (path: string, init: object) => ReturnType<ReadPage>;
  const request = client.request as (method: string, path: string, init: object) => Promise<DryRun<never>>;
  return {
    ...client,
    pages: <Path extends PagePath>(path: Path, ...[init]: unknown[]) =>
      readPages((page) => get(path, page), { ...(init as object) }) as AsyncGenerator<RowOf<Path>>,
    dryRun: (method: string, path: string, ...[init]: unknown[]) => {
      const { params, ...others } = (init ?? {}) as FetchOptions<unknown>;
      return request(method, path, { ...others, params: { ...params, query: { ...params?.query, dryRun: true } } });
    },
  };
}
