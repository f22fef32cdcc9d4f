import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { networkOf, type RateLimit } from "@highstreet/router";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { limitOpen } from "../call.ts";
import { answerWith, fileOf, once, type StaticFile } from "../static-file.ts";
import { findSections, MAX_QUERY } from "./find-sections.ts";
import { foundPage, guidePage, machineList, missingPage, startPage } from "./page.ts";
import type { Guides } from "./read-guides.ts";

const HTML = "text/html; charset=utf-8";
const MARKDOWN = "text/markdown; charset=utf-8";
const PLAIN = "text/plain; charset=utf-8";
const types: Record<string, string> = { ".png": "image/png", ".svg": "image/svg+xml", ".webp": "image/webp" };

/** The pages have no script. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

async function makeFiles(publicUrl: string, guides: Guides) {
  const files = new Map<string, StaticFile>([
    ["", await fileOf(HTML, startPage(guides))],
    ["llms.txt", await fileOf(PLAIN, machineList(guides, publicUrl))],
    [
      "style.css",
      await fileOf("text/css; charset=utf-8", await readFile(join(import.meta.dirname, "style.css"), "utf8")),
    ],
  ]);
  for (const guide of guides.guides.values()) {
    files.set(guide.name, await fileOf(HTML, guidePage(guides, guide)));
    files.set(`${guide.name}.md`, await fileOf(MARKDOWN, guide.markdown));
  }
  for (const [path, file] of guides.assets)
    files.set(path, await fileOf(types[extname(file)] ?? PLAIN, await readFile(file)));
  return files;
}

/**
 * Serves the guides of docs: `/docs`, `/docs/webhooks`, `/docs/webhooks.md`, `/docs?q=` for the search, `/llms.txt` for machines. The
 * pages need no script and load nothing from another host.
 */
export function serveGuides(
  app: FastifyInstance,
  { publicUrl, openLimit, guides: read }: { publicUrl: string; openLimit: RateLimit; guides: () => Promise<Guides> },
): void {
  const made = once(async () => makeFiles(publicUrl, await read()));

  async function answer(request: FastifyRequest, reply: FastifyReply, path: string) {
    const [guides, files] = await Promise.all([read(), made()]);
    reply.header("content-security-policy", POLICY);
    const query = new URL(request.raw.url ?? "", "http://a").searchParams.get("q")?.trim().slice(0, MAX_QUERY);
    if (query && (path === "" || path === "search")) {
      limitOpen(openLimit, `address ${networkOf(request.ip)}`);
      const page = foundPage(guides, query, findSections(guides.guides.values(), query));
      return reply.header("cache-control", "no-store").type(HTML).send(page);
    }
    const file = files.get(path);
    if (file) return reply.send(answerWith(request, reply, file));
    if (path.endsWith("/")) return reply.redirect(`/docs/${encodeURI(path.slice(0, -1))}`);
    limitOpen(openLimit, `address ${networkOf(request.ip)}`);
    const similar = findSections(guides.guides.values(), path.slice(0, MAX_QUERY)).slice(0, 5);
    return reply.code(404).header("cache-control", "no-store").type(HTML).send(missingPage(guides, similar));
  }

  for (const path of ["/docs", "/docs/"]) app.get(path, (request, reply) => answer(request, reply, ""));
  app.get("/llms.txt", (request, reply) => answer(request, reply, "llms.txt"));
  app.get<{ Params: { "*": string } }>("/docs/*", (request, reply) => answer(request, reply, request.params["*"]));
  // The guides have one address.
  app.get<{ Params: { "*": string } }>("/v1/docs/*", (request, reply) =>
    reply.redirect(`/docs/${encodeURI(request.params["*"].replace(/\/$/, ""))}`),
  );
  app.get("/v1/docs", (_request, reply) => reply.redirect("/docs"));
}
