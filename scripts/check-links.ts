/** Finds broken links between the repository's Markdown files and to their headings. */
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { ROOT } from "./settings.ts";

const SKIPPED = new Set(["node_modules", ".git", ".data", ".next", "test-results"]);
const files = globSync("**/*.md", { cwd: ROOT, exclude: (path) => SKIPPED.has(basename(path)) });
const dead = files.flatMap((file) => deadLinks(join(ROOT, file)));
for (const line of dead) console.error(line);
process.exit(dead.length === 0 ? 0 : 1);

function deadLinks(file: string): string[] {
  const lines = withoutCode(readFileSync(file, "utf8")).split("\n");
  return lines.flatMap((line, index) =>
    targets(line)
      .filter((target) => !/^[a-z][a-z0-9+.-]*:/i.test(target) && !leadsSomewhere(file, target))
      .map((target) => `${relative(ROOT, file)}:${index + 1}: ${target} leads nowhere`),
  );
}

/**
 * The link targets of a line: `[text](target)`, `![alt](target "title")`, `[name]: target`, `src="target"`, `href="target"`.
 */
function targets(line: string): string[] {
  const inline = line.matchAll(/\]\(\s*<?([^)\s>]+)>?[^)]*\)/g);
  const named = line.matchAll(/^\s*\[[^\]]+\]:\s*<?([^\s>]+)/g);
  const html = line.matchAll(/\b(?:src|href)="([^"]+)"/g);
  return [...inline, ...named, ...html].flatMap(([, target]) => (target ? [target] : []));
}

function leadsSomewhere(from: string, target: string): boolean {
  const [path = "", anchor] = decodeURI(target).split("#");
  const file = path === "" ? from : path.startsWith("/") ? join(ROOT, path) : join(dirname(from), path);
  if (!existsSync(file)) return false;
  if (!anchor || !file.endsWith(".md") || statSync(file).isDirectory()) return true;
  return anchors(readFileSync(file, "utf8")).has(anchor.toLowerCase());
}

/** The anchors of a file: those that GitHub gives to headings, and explicit ones. */
function anchors(text: string): Set<string> {
  const found = new Set<string>();
  for (const [, id] of text.matchAll(/\b(?:id|name)="([^"]+)"/g)) if (id) found.add(id.toLowerCase());
  for (const [, heading = ""] of withoutFences(text).matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)) {
    const base = heading
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, "")
      .replaceAll(" ", "-");
    let name = base;
    for (let count = 1; found.has(name); count++) name = `${base}-${count}`;
    found.add(name);
  }
  return found;
}

/** Keeps the number of lines, so that reported lines are right. */
function withoutFences(text: string): string {
  return text.replace(/^(\s*)(```+|~~~+)[\s\S]*?^\s*\2/gm, (block) => block.replace(/[^\n]/g, ""));
}

function withoutCode(text: string): string {
  return withoutFences(text).replace(/`[^`\n]*`/g, "");
}
