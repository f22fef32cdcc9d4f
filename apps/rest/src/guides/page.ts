import { type Found, MAX_QUERY } from "./find-sections.ts";
import type { Guide } from "./parse-guide.ts";
import type { Guides } from "./read-guides.ts";

function html(text: string): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return escaped.replaceAll('"', "&quot;");
}

const addressOf = ({ name }: Guide): string => `/docs/${name}`;

function contents({ sections }: Guide): string {
  const items = sections
    .filter(({ depth }) => depth === 2)
    .map(({ id, heading }) => `<li><a href="#${id}">${html(heading)}</a></li>`);
  return items.length < 2 ? "" : `<ul>${items.join("")}</ul>`;
}

function navigation({ chapters }: Guides, current: Guide | undefined): string {
  const item = (guide: Guide) => {
    const isCurrent = guide === current;
    const mark = isCurrent ? ' aria-current="page"' : "";
    return `<li><a href="${addressOf(guide)}"${mark}>${html(guide.title)}</a>${isCurrent ? contents(guide) : ""}</li>`;
  };
  const lists = chapters.map(({ title, guides }) => `<h2>${title}</h2><ul>${guides.map(item).join("")}</ul>`);
  return `${lists.join("\n")}
<h2>Reference</h2><ul><li><a href="/docs/reference/">All operations</a></li><li><a href="/openapi.json">openapi.json</a></li></ul>`;
}

interface Page {
  title: string;
  main: string;
  guide?: Guide;
  /** The search that the page answers. */
  query?: string;
}

function pageOf(guides: Guides, { title, main, guide, query = "" }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${html(title)} · Highstreet</title>
<link rel="stylesheet" href="/docs/style.css">
${guide ? `<link rel="alternate" type="text/markdown" href="${addressOf(guide)}.md">` : ""}
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<header>
<a class="home" href="/docs">Highstreet <span>guides</span></a>
<form action="/docs" role="search"><input type="search" name="q" value="${html(query)}" maxlength="${MAX_QUERY}" required placeholder="Search the guides" aria-label="Search the guides"><button>Search</button></form>
<a class="jump" href="#guides">All guides</a>
</header>
<div class="columns">
<main id="main">
${main}
</main>
<nav id="guides" aria-label="Guides">
${navigation(guides, guide)}
</nav>
</div>
</body>
</html>
`;
}

/** One guide, with links to its neighbours. */
export function guidePage(guides: Guides, guide: Guide): string {
  const all = [...guides.guides.values()];
  const at = all.indexOf(guide);
  const [before, after] = [all[at - 1], all[at + 1]];
  const parts = contents(guide);
  const main = `${parts && `<details class="contents"><summary>On this page</summary>${parts}</details>`}
<article>
${guide.html}
</article>
<footer>
${before ? `<a rel="prev" href="${addressOf(before)}"><small>Before</small> ${html(before.title)}</a>` : "<span></span>"}
${after ? `<a rel="next" href="${addressOf(after)}"><small>Next</small> ${html(after.title)}</a>` : ""}
</footer>
<p class="machine"><a href="${addressOf(guide)}.md">This page as Markdown</a></p>`;
  return pageOf(guides, { title: guide.title, main, guide });
}

const listOf = ({ chapters }: Guides): string =>
  chapters
    .map(({ title, guides }) => {
      const items = guides.map(
        (guide) => `<dt><a href="${addressOf(guide)}">${html(guide.title)}</a></dt><dd>${html(guide.about)}</dd>`,
      );
      return `<h2>${title}</h2><dl>${items.join("\n")}</dl>`;
    })
    .join("\n");

export function startPage(guides: Guides): string {
  const main = `<h1>Highstreet for partners</h1>
<p>Send the stock of your shops once. Highstreet shows it in search listings and local ads, and calls your systems when it changes.
New here? Begin with <a href="/docs/getting-started">the first call</a>. The <a href="/docs/reference/">reference</a> has every operation,
and needs JavaScript. <a href="/openapi.json">openapi.json</a> has the same for machines, and <a href="/llms.txt">llms.txt</a> lists the
guides as Markdown.</p>
${listOf(guides)}`;
  return pageOf(guides, { title: "Guides for partners", main });
}

const foundList = (found: Found[]): string =>
  found
    .map(({ guide, section, excerpt }) => {
      const place = section.depth === 1 ? "" : `<small>${html(guide.title)}</small> `;
      return `<dt>${place}<a href="${addressOf(guide)}#${section.id}">${html(section.heading)}</a></dt><dd>${html(excerpt)}</dd>`;
    })
    .join("\n");

export function foundPage(guides: Guides, query: string, found: Found[]): string {
  const main = `<h1>Search: ${html(query)}</h1>
${found.length ? `<dl class="found">${foundList(found)}</dl>` : `<p>No guide has these words.</p>\n${listOf(guides)}`}`;
  return pageOf(guides, { title: `Search: ${query}`, main, query });
}

/** @param found sections that the words of the address find */
export function missingPage(guides: Guides, found: Found[]): string {
  const similar = found.length
    ? `<p>These parts have the words of the address:</p><dl class="found">${foundList(found)}</dl>`
    : "";
  const main = `<h1>There is no such page</h1>\n${similar}<p>All guides:</p>\n${listOf(guides)}`;
  return pageOf(guides, { title: "No such page", main });
}

/** /llms.txt: the guides as Markdown (llmstxt.org). */
export function machineList({ chapters }: Guides, publicUrl: string): string {
  const parts = chapters.map(({ title, guides }) => {
    const items = guides.map(({ name, title: words, about }) => `- [${words}](${publicUrl}/docs/${name}.md): ${about}`);
    return `## ${title}\n\n${items.join("\n")}`;
  });
  return `# Highstreet

> Highstreet publishes the stock of shops to search listings, local ads and webhooks. Partners call a REST API.

${parts.join("\n\n")}

## Reference

- [openapi.json](${publicUrl}/openapi.json): Every operation, property and event of the API, as OpenAPI 3.1.
`;
}
