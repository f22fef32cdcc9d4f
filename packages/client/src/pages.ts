import type { paths } from "./api.ts";
import { foreignProblem, HighstreetError } from "./problem.ts";
import type { Schemas } from "./verify-webhook.ts";

type PageAnswer = { 200: { content: { "application/json": { data: unknown[]; links: Schemas["PageLinks"] } } } };

export type PagePath = {
  [Path in keyof paths]: paths[Path] extends { get: { responses: PageAnswer } } ? Path : never;
}[keyof paths];

export type RowOf<Path extends PagePath> = paths[Path] extends {
  get: { responses: { 200: { content: { "application/json": { data: (infer Row)[] } } } } };
}
  ? Row
  : never;

interface Page {
  data: unknown[];
  links: Schemas["PageLinks"];
}

interface Init {
  params?: { query?: Record<string, unknown> };
  [option: string]: unknown;
}

export type ReadPage = (init: Init) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

const isPage = (body: unknown): body is Page =>
  typeof body === "object" && body !== null && "data" in body && "links" in body;

/** The cursor of a link. The link's host can differ from the host of our calls. */
function cursorOf(link: string | null): string | null {
  return link === null ? null : new URL(link).searchParams.get("page[after]");
}

/** All rows. Reads each page when its first row is needed. */
export async function* readPages(read: ReadPage, init: Init): AsyncGenerator<unknown> {
  let { params } = init;
  for (;;) {
    const { data, error, response } = await read({ ...init, params });
    if (!isPage(data)) throw new HighstreetError((error || foreignProblem(response)) as Schemas["Problem"], response);
    yield* data.data;
    const cursor = cursorOf(data.links.next);
    if (cursor === null) return;
    params = { ...params, query: { ...params?.query, "page[after]": cursor } };
  }
}
