/**
 * `node scripts/count-odd-words.ts`: counts words and phrases that make a reader stop, in comments of the code and in Markdown. Prints
 * the number per 1,000 words. With `--list` prints each place, and with `--list <part of a path>` those of some files.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const ODD =
  /\b(?:whose|else|whoever|whatever|whichever|nobody|anybody|anew|beside|told|tells|in force|looked at|held against|so long|of which|in the midst|meanwhile|mend(?:ed|s)?|heed(?:s|ed)?|hasten|ail(?:s|ing)?|thereby|lest|what became of|it is that|as it stands)\b/gi;
const CODE = ["{packages,apps,scripts,prisma,e2e,bench}/**/*.{ts,tsx,mjs,prisma}", "*.ts"];
const DOCS = ["*.md", "docs/**/*.md", "{packages,apps}/*/README.md", "bench/*.md"];
const SKIPPED = /node_modules|\/generated\/|\.next|\.data|docs\/openapi|packages\/client\/src\/api\.ts/;

const filesOf = (patterns: string[]): string[] =>
  patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).filter((file) => !SKIPPED.test(file));

/** Replaces a text by spaces. The line breaks stay, so that the lines of places stay right. */
const blank = (text: string): string => text.replaceAll(/[^\n]/g, " ");

/** The comments of a source file. All other text is blank. */
function commentsOf(text: string): string {
  const comment = /\/\*\*?[\s\S]*?\*\/|(?<=^|\s)\/\/\/?.*$/gm;
  let found = "";
  let end = 0;
  for (const { 0: words, index } of text.matchAll(comment)) {
    found += blank(text.slice(end, index)) + words;
    end = index + words.length;
  }
  return found;
}

const withoutCode = (text: string): string => text.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, blank);

interface Count {
  words: number;
  places: string[];
}

function count(files: string[], textOf: (text: string) => string): Count {
  const total: Count = { words: 0, places: [] };
  for (const file of files) {
    const text = withoutCode(textOf(readFileSync(join(ROOT, file), "utf8")));
    total.words += text.match(/[A-Za-z']+/g)?.length ?? 0;
    for (const { 0: word, index } of text.matchAll(ODD)) {
      total.places.push(`${file}:${text.slice(0, index).split("\n").length}: ${word}`);
    }
  }
  return total;
}

const parts = { comments: count(filesOf(CODE), commentsOf), docs: count(filesOf(DOCS), (text) => text) };
const [option, path = ""] = process.argv.slice(2);
for (const [name, { words, places }] of Object.entries(parts)) {
  console.log(
    `${name}: ${places.length} odd words in ${words}, ${((1_000 * places.length) / words).toFixed(1)} per 1,000`,
  );
  if (option === "--list") for (const place of places.filter((one) => one.includes(path))) console.log(`  ${place}`);
}
