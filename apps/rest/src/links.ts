import { pathOf } from "./problem.ts";

/** The output of a procedure for a list. */
export interface PageOutput {
  data: unknown[];
  next: string | null;
  prev: string | null;
}

/** Names of the parameter with the cursor. Only the events feed has the second name. The last one is always empty. */
const cursors: ReadonlySet<string> = new Set(["page[after]", "after", "page[before]"]);

/** The query as it was sent, without its cursor and with plain brackets. */
function otherParameters(url: string): string[] {
  const start = url.indexOf("?");
  if (start < 0) return [];
  return url
    .slice(start + 1)
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const equals = pair.indexOf("=");
      const name = equals < 0 ? pair : pair.slice(0, equals);
      return name.replace(/%5b/gi, "[").replace(/%5d/gi, "]") + (equals < 0 ? "" : pair.slice(equals));
    })
    .filter((pair) => !cursors.has(decodeURIComponent(pair.split("=", 1)[0] ?? "")));
}

/**
 * Absolute URLs of the neighbouring pages, null at the ends.
 * @param url the path and query of the call, as sent
 */
function linksOf(page: PageOutput, publicUrl: string, url: string) {
  const link = (cursor: string | null): string | null =>
    cursor && `${publicUrl}${pathOf(url)}?${[...otherParameters(url), `page[after]=${cursor}`].join("&")}`;
  return { next: link(page.next), prev: link(page.prev) };
}

/** `{data, links}` of a list. The links keep the prefix and the other parameters of the call. */
export function withLinks(page: PageOutput, publicUrl: string, url: string) {
  return { data: page.data, links: linksOf(page, publicUrl, url) };
}

/** The same links as a `Link` header (RFC 8288); undefined if there is no other page. */
export function linkHeader(page: PageOutput, publicUrl: string, url: string): string | undefined {
  const links = Object.entries(linksOf(page, publicUrl, url)).flatMap(([rel, to]) =>
    to === null ? [] : [`<${to}>; rel="${rel}"`],
  );
  return links.length ? links.join(", ") : undefined;
}
