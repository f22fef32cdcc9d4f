import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { type Guide, parseGuide } from "./parse-guide.ts";

const ROOT = join(import.meta.dirname, "../../../..");

/** The guides for partners, in the order of the pages. The other files of docs are for operators and developers. */
const files: Record<string, string[]> = {
  "First steps": [
    "docs/getting-started.md",
    "docs/test-mode.md",
    "docs/migrating.md",
    "packages/client/README.md",
    "docs/agents.md",
  ],
  Stock: [
    "docs/stock-in.md",
    "docs/connectors.md",
    "docs/connectors/shopify.md",
    "docs/connectors/square.md",
    "docs/connectors/woocommerce.md",
  ],
  Channels: ["docs/shown.md", "docs/search.md", "docs/local-ads.md", "docs/webhooks.md", "docs/alerts.md"],
  Rules: ["docs/api-decisions.md", "docs/limits.md", "docs/versions.md", "docs/errors.md", "docs/warnings.md"],
};

/** The last part of a guide's address: `webhooks`, `client`. */
const nameOf = (file: string): string =>
  posix.basename(file) === "README.md" ? posix.basename(posix.dirname(file)) : posix.basename(file, ".md");

const names = new Map(
  Object.values(files)
    .flat()
    .map((file) => [file, nameOf(file)]),
);

/** Headings of parts that are not for partners. */
const internal = new Set([
  "## Sources",
  "## Facts and sources",
  "## Not confirmed",
  "## Publishing the client",
  "## Versions for operators",
  "## Making a version",
]);

const withoutInternal = (text: string): string => {
  const parts = text.split(/^(?=## )/m);
  return parts.filter((part) => !internal.has(part.split("\n", 1)[0] ?? "")).join("");
};

/** The address of a file in the README of the client, which npm shows, too. */
const HOME = "https://code.highstreet.example/highstreet/blob/main/";

/** Files beside the guides that a guide can link. */
const asset = /^docs\/((?:images|snippets)\/[\w.-]{1,100})$/;

/** Where a partner finds the target of a link. undefined: a partner cannot open it. */
function addressOf(target: string, from: string, suffix: string): string | undefined {
  const isOurs = target.startsWith(HOME);
  if (target.startsWith("#") || (!isOurs && /^[a-z]{1,10}:/.test(target))) return target;
  const [path = "", anchor] = (isOurs ? target.slice(HOME.length) : target).split("#");
  const file = isOurs ? path : posix.join(posix.dirname(from), path);
  if (file === "docs/openapi.json") return "/openapi.json";
  const name = names.get(file);
  if (name !== undefined) return `/docs/${name}${suffix}${anchor === undefined ? "" : `#${anchor}`}`;
  const [, beside] = asset.exec(file) ?? [];
  return beside && `/docs/${beside}`;
}

/** Leads each link to where a partner finds its target. A link that leads nowhere becomes its text. */
function withAddresses(text: string, from: string, suffix: string): string {
  return text.replace(
    /(!?)\[([^\]]{0,300})\]\(([^()\s]{1,300})\)/g,
    (_, mark: string, words: string, target: string) => {
      const address = addressOf(target, from, suffix);
      return address === undefined ? words : `${mark}[${words}](${address})`;
    },
  );
}

export interface Guides {
  /** By name, in order. */
  guides: ReadonlyMap<string, Guide>;
  chapters: { title: string; guides: Guide[] }[];
  /** The addresses of the pictures and snippets of the guides, and their files. */
  assets: ReadonlyMap<string, string>;
}

export async function readGuides(): Promise<Guides> {
  const read = async (file: string): Promise<Guide> => {
    const text = withoutInternal(await readFile(join(ROOT, file), "utf8"));
    return parseGuide(nameOf(file), withAddresses(text, file, ""), withAddresses(text, file, ".md"));
  };
  const chapters: Guides["chapters"] = [];
  for (const [title, ofChapter] of Object.entries(files)) {
    const guides: Guide[] = [];
    // One by one, because to parse a guide takes long. Other calls go between.
    for (const file of ofChapter) guides.push(await read(file));
    chapters.push({ title, guides });
  }
  const guides = new Map(chapters.flatMap((chapter) => chapter.guides).map((guide) => [guide.name, guide]));
  const linked = [...guides.values()].flatMap(({ html }) => [
    ...html.matchAll(/"\/docs\/((?:images|snippets)\/[^"]{1,100})"/g),
  ]);
  const assets = new Map(linked.map(([, path = ""]) => [path, join(ROOT, "docs", path)]));
  return { guides, chapters, assets };
}
