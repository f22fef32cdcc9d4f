import { Readable } from "node:stream";
import type { Answer } from "@highstreet/router";
import { tagOf } from "./entity-tag.ts";
import type { Operation } from "./operations/operation.ts";
import { pathOf } from "./problem.ts";

// Finds only members: inside of a string, the quote after `price` would be escaped.
const price = /"(price|regularPrice)":(\d+(?:\.\d+)?)/g;

/**
 * Writes every `price` and `regularPrice` of a JSON text with two decimals: `44.90`. Works on the text, because one `JSON.rawJSON` value makes
 * `JSON.stringify` slow for the whole body.
 */
export function withDecimals(json: string): string {
  return json.replace(price, (_, name: string, number: string) => `"${name}":${Number(number).toFixed(2)}`);
}

interface PageOutput {
  data: unknown[];
  next: string | null;
  prev: string | null;
}

/** Only the events feed has the second name. The last one is always empty. */
const cursors: ReadonlySet<string> = new Set(["page[after]", "after", "page[before]"]);

function otherParameters(url: string): string[] {
  const pairs = url.slice(pathOf(url).length + 1).split("&");
  return pairs
    .map((pair) => pair.replace(/^[^=]+/, (name) => name.replace(/%5b/gi, "[").replace(/%5d/gi, "]")))
    .filter((pair) => pair !== "" && !cursors.has(decodeURIComponent(pair.split("=", 1)[0] ?? "")));
}

/** Absolute URLs of the neighbouring pages, null at the ends. They keep the prefix and the other parameters of the call. */
function linksOf(page: PageOutput, publicUrl: string, url: string) {
  const link = (cursor: string | null): string | null =>
    cursor && `${publicUrl}${pathOf(url)}?${[...otherParameters(url), `page[after]=${cursor}`].join("&")}`;
  return { next: link(page.next), prev: link(page.prev) };
}

/** The same links as a `Link` header (RFC 8288); undefined if there is no other page. */
function linkHeader(page: PageOutput, publicUrl: string, url: string): string | undefined {
  const links = Object.entries(linksOf(page, publicUrl, url)).flatMap(([rel, to]) =>
    to === null ? [] : [`<${to}>; rel="${rel}"`],
  );
  return links.length ? links.join(", ") : undefined;
}

/** The first chunk is small, so that the caller soon has the first byte. */
const FIRST_CHUNK = 4 * 1024;
const CHUNK = 64 * 1024;

async function* chunksOf(first: IteratorResult<unknown>, rows: AsyncIterator<unknown>): AsyncGenerator<string> {
  let text = "[";
  let separator = "";
  let size = FIRST_CHUNK;
  for (let row = first; !row.done; row = await rows.next()) {
    text += separator + JSON.stringify(row.value);
    separator = ",";
    if (text.length < size) continue;
    yield text;
    size = CHUNK;
    text = "";
  }
  yield `${text}]`;
}

/**
 * Writes a JSON array while its rows arrive. Waits for the first row, so that an early failure still gets its own answer.
 */
export async function streamArray(rows: AsyncIterable<unknown>): Promise<Readable> {
  const iterator = rows[Symbol.asyncIterator]();
  const first = await iterator.next();
  return Readable.from(chunksOf(first, iterator), { objectMode: false });
}

export interface Asked {
  /** Path and query, as sent. */
  url: string;
  params: Record<string, string>;
}

export const jsonType = { "content-type": "application/json; charset=utf-8" };

function locationOf(template: string, params: Record<string, string>, body: object): string {
  const made: Record<string, unknown> = { ...body, ...params };
  return template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(made[name])));
}

function withAbsoluteLinks(body: object, links: Record<string, string>, base: string): object {
  return { ...body, links: Object.fromEntries(Object.entries(links).map(([name, path]) => [name, base + path])) };
}

export function createAnswer(route: Operation, publicUrl: string): (output: unknown, asked: Asked) => Answer {
  const baseOf = (url: string): string => `${publicUrl}${url.startsWith("/v1/") ? "/v1" : ""}`;

  function render(output: unknown): { status: number; body: unknown } {
    if (route.runsOn) return { status: (output as { status: string }).status === "running" ? 202 : 200, body: output };
    if (route.creates === undefined) return { status: route.status ?? (output == null ? 204 : 200), body: output };
    const { created, [route.creates]: body } = output as Record<string, unknown>;
    return { status: created === true ? 201 : 200, body };
  }

  function shapeOf(body: object, url: string): unknown {
    const { links, nextSteps } = body as { links?: Record<string, string>; nextSteps?: { uploadUrl: string } };
    // An upload answers with a record without links, or with one that has them.
    if (route.hasLinks && links) return withAbsoluteLinks(body, links, baseOf(url));
    if (route.hasUploadUrl && nextSteps)
      return { ...body, nextSteps: { ...nextSteps, uploadUrl: publicUrl + nextSteps.uploadUrl } };
    if (!route.page) return body;
    const page = body as PageOutput;
    return route.page === "body" ? { data: page.data, links: linksOf(page, publicUrl, url) } : page.data;
  }

  return (output, { url, params }) => {
    const { status, body } = render(output);
    if (body === undefined || body === null) return { status, headers: {}, body: null };
    const headers: Record<string, string> = { ...jsonType };
    if (status === 201 && route.location) {
      headers.location = `${baseOf(url)}${locationOf(route.location, params, body)}`;
    }
    const link = route.page === "header" ? linkHeader(body as PageOutput, publicUrl, url) : undefined;
    if (link !== undefined) headers.link = link;
    const json = JSON.stringify(shapeOf(body, url));
    const text = route.prices ? withDecimals(json) : json;
    if (route.etag) headers.etag = tagOf(route.etag, body, text);
    return { status, headers, body: text };
  };
}
