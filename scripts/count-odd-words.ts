/**
 * `node scripts/count-odd-words.ts`: counts words and phrases that make a reader stop, in comments of the code and in Markdown. Prints
 * the number per 1,000 words, and with `--list` each place.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./settings.ts";

const ODD =
  /\b(?:whose|else|whoever|whatever|whichever|nobody|anybody|anew|beside|told|tells|in force|looked at|held against|so long|of which|in the midst|meanwhile|mend(?:ed|s)?|heed(?:s|ed)?|hasten|ail(?:s|ing)?|thereby|lest|what became of|it is that|as it stands)\b/gi;
const CODE = ["{packages,apps,scripts,prisma,e2e,bench}/**/*.{ts,tsx,mjs,prisma}", "*.ts"];
const DOCS = ["*.md", "docs/**/*.md", "packages/*/README.md", "bench/*.md"];
const SKIPPED = /node_modules|\/generated\/|\.next|\.data|docs\/openapi|packages\/client\/src\/api\.ts/;

const filesOf = (patterns: string[]): string[] =>
  patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).filter((file) => !SKIPPED.test(file));

/** The comments of a source file, one a line of text. */
function commentsOf(text: string): string {
  const found = text.matchAll(/\/\*\*?([\s\S]*?)\*\/|(?:^|\s)\/\/\/?(.*)$/gm);
  return [...found].map(([, block, line]) => (block ?? line ?? "").replaceAll(/^\s*\* ?/gm, "")).join("\n");
}

const withoutCode = (text: string): string => text.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, "");

interface Count {
  words: number;
  odd: string[];
}

function count(files: string[], textOf: (text: string) => string): Count {
  const total: Count = { words: 0, odd: [] };
  for (const file of files) {
    const text = withoutCode(textOf(readFileSync(join(ROOT, file), "utf8")));
    total.words += text.match(/[A-Za-z']+/g)?.length ?? 0;
    for (const [word] of text.matchAll(ODD)) total.odd.push(`${file}: ${word}`);
  }
  return total;
}

const parts = { comments: count(filesOf(CODE), commentsOf), docs: count(filesOf(DOCS), (text) => text) };
for (const [name, { words, odd }] of Object.entries(parts)) {
  console.log(`${name}: ${odd.length} odd words in ${words}, ${((1_000 * odd.length) / words).toFixed(1)} per 1,000`);
  if (process.argv.includes("--list")) for (const place of odd) console.log(`  ${place}`);
}
