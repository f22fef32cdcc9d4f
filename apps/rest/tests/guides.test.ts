import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { PUBLIC_URL, startRest } from "./start-rest.ts";

const root = join(import.meta.dirname, "../../..");
const rest = await startRest();
afterAll(() => rest.close());

const open = (path: string, headers: Record<string, string> = {}) => rest.call("GET", path, { key: null, headers });

const linksOf = (body: string): string[] =>
  [...body.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, address = ""]) => address.replaceAll("&amp;", "&"));

const idsOf = (body: string): Set<string> => new Set([...body.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id));

/** All pages that links of `/docs` lead to, by path. */
async function crawl(): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const waiting = ["/docs"];
  for (const path of waiting) {
    const { statusCode, body, headers } = await open(path);
    expect([path, statusCode]).toEqual([path, 200]);
    pages.set(path, body);
    if (!String(headers["content-type"]).startsWith("text/html") || path.startsWith("/docs/reference")) continue;
    for (const link of linksOf(body)) {
      const [target = ""] = link.split("#");
      if (target.startsWith("/") && !waiting.includes(target)) waiting.push(target);
    }
  }
  return pages;
}

const pages = await crawl();
const guides = [...pages].filter(([path]) => /^\/docs\/[\w-]+$/.test(path));
const texts = [...pages].filter(([path]) => path.endsWith(".md"));

test("every guide that a partner needs is a page, and the same text is Markdown", () => {
  const names = guides.map(([path]) => path.slice("/docs/".length));
  for (const name of [
    "getting-started",
    "stock-in",
    "webhooks",
    "search",
    "local-ads",
    "errors",
    "migrating",
    "limits",
    "versions",
    "shown",
  ]) {
    expect(names).toContain(name);
    expect(texts.map(([path]) => path)).toContain(`/docs/${name}.md`);
  }
});

test("every link and anchor of every page leads somewhere", () => {
  const dead = [...guides, ...texts].flatMap(([path, body]) => {
    const links = path.endsWith(".md")
      ? [...body.matchAll(/\]\(([^()\s]+)\)/g)].map(([, link = ""]) => link)
      : linksOf(body);
    return links
      .filter((link) => {
        if (/^(https|mailto):/.test(link)) return false;
        const [target = "", anchor] = link.split("#");
        const page = (target || path).replace(/\.md$/, "");
        if (!pages.has(page)) return true;
        return anchor !== undefined && !idsOf(pages.get(page) ?? "").has(decodeURIComponent(anchor));
      })
      .map((link) => `${path}: ${link}`);
  });
  expect(dead).toEqual([]);
  expect(guides.flatMap(([, body]) => linksOf(body)).filter((link) => link.includes("code.highstreet"))).toEqual([]);
});

test("no guide names a setting or a command of the operator, or a file of the repository", () => {
  const settings =
    readFileSync(join(root, "docs/operating.md"), "utf8").match(/^\| `(HIGHSTREET_\w+|DATABASE_\w+)`/gm) ?? [];
  const names = settings.map((line) => line.replace(/[|` ]/g, ""));
  expect(names.length).toBeGreaterThan(20);
  for (const [path, body] of texts) {
    expect([path, names.filter((name) => body.includes(name))]).toEqual([path, []]);
    expect([path, /npm run admin|docs\/decisions|packages\/(?!client)/.exec(body)]).toEqual([path, null]);
  }
});

describe("a page", () => {
  test("runs no script, loads nothing from elsewhere, and styles only from a file", async () => {
    for (const path of ["/docs", "/docs/webhooks", "/docs?q=retry", "/docs/nothing"]) {
      const { headers, body } = await open(path);
      const policy = String(headers["content-security-policy"]);
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/unsafe|https?:|\*|data:/);
      expect(body).not.toMatch(/<script|<style| style=| on\w+=/);
      expect(linksOf(body).filter((link) => link.startsWith("//"))).toEqual([]);
    }
  });

  test("has one title, a list of its parts, and links to its neighbours", async () => {
    const { body } = await open("/docs/webhooks");
    expect(body.match(/<h1/g)).toHaveLength(1);
    expect(body).toContain('<a href="#retries">Retries</a>');
    expect(body).toContain('rel="prev" href="/docs/local-ads"');
    expect(body).toContain('rel="next" href="/docs/alerts"');
    expect(body).toContain('aria-current="page"');
  });

  test("is answered with 304 to a caller that has it, and packed to one that can unpack it", async () => {
    for (const path of ["/docs", "/docs/stock-in", "/docs/stock-in.md", "/docs/style.css", "/llms.txt"]) {
      const { headers } = await open(path, { "accept-encoding": "gzip" });
      expect([path, headers["content-encoding"], headers["cache-control"]]).toEqual([path, "gzip", "no-cache"]);
      const again = await open(path, { "if-none-match": String(headers.etag) });
      expect([again.statusCode, again.body]).toEqual([304, ""]);
    }
  });

  test("has one address: with a slash at its end or below /v1 it redirects", async () => {
    for (const [path, location] of [
      ["/docs/webhooks/", "/docs/webhooks"],
      ["/v1/docs/webhooks", "/docs/webhooks"],
      ["/v1/docs", "/docs"],
      ["/docs/a%0d%0ab/", "/docs/a%0D%0Ab"],
    ]) {
      const { statusCode, headers } = await open(path ?? "");
      expect([path, statusCode, headers.location]).toEqual([path, 302, location]);
    }
    expect((await rest.call("POST", "/docs/webhooks", { key: null })).headers.allow).toBe("GET, HEAD, OPTIONS");
  });
});

test("Markdown is text/markdown, and llms.txt lists all of it", async () => {
  const list = (await open("/llms.txt")).body;
  expect(list).toMatch(/^# Highstreet\n\n> /);
  for (const [path] of texts) {
    expect(list).toContain(`(${PUBLIC_URL}${path}): `);
    expect((await open(path)).headers["content-type"]).toBe("text/markdown; charset=utf-8");
  }
});

test("pictures and snippets of the guides are served, and no other file of docs", async () => {
  expect((await open("/docs/images/shown.svg")).headers["content-type"]).toBe("image/svg+xml");
  expect((await open("/docs/snippets/verify_webhook.py")).headers["content-type"]).toBe("text/plain; charset=utf-8");
  for (const path of [
    "operating.md",
    "operating",
    "decisions/README.md",
    "images/..%2Foperating.md",
    "..%2Fpackage.json",
  ]) {
    expect([path, (await open(`/docs/${path}`)).statusCode]).toEqual([path, 404]);
  }
});

test("an address without a page lists the guides, and the parts that have its words", async () => {
  const { statusCode, headers, body } = await open("/docs/webhook-signature");
  expect([statusCode, headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
  expect(linksOf(body)).toEqual(expect.arrayContaining(["/docs/stock-in", "/docs/webhooks#webhook-signature"]));
});

describe("the search", () => {
  const find = async (query: string, path = "/docs") => {
    const { statusCode, body } = await open(`${path}?q=${encodeURIComponent(query)}`);
    expect(statusCode).toBe(200);
    const found = /<dl class="found">[\s\S]*?<\/dl>/.exec(body)?.[0] ?? "";
    return { links: linksOf(found), found, body };
  };

  test.each([
    ["low_stock", "/docs/shown#stock-status", "less than 3"],
    ["retry", "/docs/webhooks#retries", "30 seconds, 5 minutes and 30 minutes"],
    ["quantity within a status", "/docs/shown#stock-status", ""],
    ["SearchMerchantCenterPending", "/docs/warnings#SearchMerchantCenterPending", ""],
    ["LocationUnavailable", "/docs/warnings#LocationUnavailable", ""],
    ["WebhookVerificationFailed", "/docs/webhooks#the-first-call", ""],
    ["WebhookEndpointFailing", "/docs/warnings#WebhookEndpointFailing", ""],
    ["WebhookReceiverDown", "/docs/warnings#WebhookReceiverDown", ""],
    ["sandbox location id", "/docs/test-mode#locations", ""],
    ["every hour first call", "/docs/webhooks#the-first-call", ""],
    ["events feed always product", "/docs/webhooks#catching-up", "always has product"],
    ["IncompleteCustomData", "/docs/errors#IncompleteCustomData", ""],
    ["precedence of edits", "", ""],
  ])("finds %s", async (query, link, words) => {
    const { links, found } = await find(query);
    expect(links).toEqual(link ? expect.arrayContaining([link]) : expect.anything());
    expect(found).toContain(words);
  });

  test("has the address /docs/search, too, which is a guide without a query", async () => {
    expect((await find("hmac", "/docs/search")).links).toEqual((await find("hmac")).links);
    expect((await open("/docs/search")).body).toContain('<h1 id="search-listings">');
  });

  test("says that it finds nothing, and lists the guides", async () => {
    const { links, body } = await find("zzzz");
    expect(links).toEqual([]);
    expect(body).toContain("No guide has these words");
    expect(linksOf(body)).toContain("/docs/webhooks");
  });

  test("takes any text: markup is text, and a long query is cut", async () => {
    const { body } = await find('"><img src=x onerror=alert(1)>');
    expect(body).not.toContain("<img src=x");
    const long = await find("word ".repeat(2_000));
    expect(long.body).not.toContain("word ".repeat(21));
    for (const query of ["%", "(((((", "[a-", "\u0000", "\ud83d", " "]) await find(query.toWellFormed());
    expect((await open("/docs?q=%zz")).statusCode).toBe(200);
  });
});

test("an address searches fifty times a second, as it makes other calls without a key", async () => {
  const other = await startRest({ openRateLimit: 2 });
  const ask = async (path: string) => (await other.call("GET", path, { key: null })).statusCode;
  expect([await ask("/docs?q=retry"), await ask("/docs/nothing"), await ask("/docs?q=retry")]).toEqual([200, 404, 429]);
  expect(await ask("/docs/webhooks")).toBe(200);
  await other.close();
});
