/**
 * `node scripts/count-hard-prose.ts`: counts words that make a reader stop, and sentences over 25 words. Reads comments, Markdown, and the
 * texts of the code (string literals, JSX). `--list` prints each place, `--list <part of a path>` the places in some files.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const MOST_WORDS = 25;
const ODD =
  /\b(?:whose|whom|else|whoever|whatever|whichever|nobody|anybody|anew|beside|told|tells|in force|looked at|held against|so long|of which|in the midst|meanwhile|mend(?:ed|s)?|heed(?:s|ed)?|hasten|ail(?:s|ing)?|thereby|lest|what became of|it is that|as it stands)\b/gi;
/** A statement that starts with its own question: "Who has the link can use it." */
const INVERTED = /^Who(?:ever)? [^?:;]*\.$/;
const CODE = ["{packages,apps,scripts,prisma,e2e,bench}/**/*.{ts,tsx,mjs,prisma}", "*.ts"];
const DOCS = ["*.md", "docs/**/*.md", "{packages,apps}/*/README.md", "bench/*.md"];
const SKIPPED = /node_modules|\/generated\/|\.next|\.data|docs\/openapi|packages\/client\/src\/api\.ts|next-env/;

const filesOf = (patterns: string[]): string[] =>
  patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).filter((file) => !SKIPPED.test(file));

/** Replaces a text by spaces. The line breaks stay, so that the lines of places stay right. */
const blank = (text: string): string => text.replaceAll(/[^\n]/g, " ");

/** Keeps the matches of a pattern, each changed by `keep`. All other text is blank and ends a paragraph (`¶`). */
function only(text: string, pattern: RegExp, keep: (match: string) => string): string {
  let found = "";
  let end = 0;
  for (const { 0: match, index } of text.matchAll(pattern)) {
    found += blank(text.slice(end, index)).replace(" ", /\S/.test(text.slice(end, index)) ? "¶" : " ") + keep(match);
    end = index + match.length;
  }
  return found;
}

const COMMENT = /\/\*\*?[\s\S]*?\*\/|(?<=^|\s)\/\/\/?.*$/gm;
/** A template that spans lines starts with a line break, so that a single backtick does not hide later texts. */
const STRING =
  /"(?:[^"\\\n]|\\.)*"(?:\s*\+\s*"(?:[^"\\\n]|\\.)*")*|`\n(?:[^`\\]|\\.)*`|`(?:[^`\\\n]|\\.)*`|(?<=>)[^<>{}"`]+(?=[<{])/g;

/** A tag or a list item of a docstring starts a new paragraph. */
const commentsOf = (text: string): string =>
  only(text, COMMENT, (comment) => {
    const words = comment.replaceAll(/^\s*\/\*+|\*+\/$|^\s*\*(?!\*)|^\s*\/\/+/gm, (mark) => " ".repeat(mark.length));
    return words.replaceAll(/@(?:param|returns|throws|default|see)\b/g, (tag) => `¶${" ".repeat(tag.length - 1)}`);
  });

/** The string literals that read as prose. SQL, paths and class names do not. */
const textsOf = (text: string): string =>
  only(text.replaceAll(COMMENT, blank), STRING, (literal) => {
    const isProse =
      / (?:the|an?|is|are|was|has|of|to|in|by|at|for|with|this|that|it|not?|and|else|who\w*) /.test(literal) &&
      !/SELECT|=>|[;}]\n|[\n,]\S+,\S+,|curl |import /.test(literal);
    return isProse ? literal.replaceAll(/^["`]|["`]$/g, " ").replaceAll(/\\n/g, "¶ ") : blank(literal);
  });

const markdownOf = (text: string): string =>
  text
    .replaceAll(/```[\s\S]*?```|<!--[\s\S]*?-->/g, blank)
    .replaceAll(/\]\([^)\s]*\)/g, (link) => `]${" ".repeat(link.length - 1)}`);

/** Code and inserted values count as one word. */
const withoutCode = (text: string): string =>
  text.replaceAll(/\$\{[^{}]*\}|`[^`\n]*`/g, (code) => `X${blank(code).slice(1)}`);

/** Blank lines, headings, list items, table cells, `·` and tags separate paragraphs. */
const PARAGRAPHS = /[^¶·\n|](?:(?!\n\s*\n|\n\s*(?:[-*#>]|\d+\.)\s|[|·¶])[\s\S])*/g;
const SENTENCE = /\S(?:(?![.!?]["”’)*]*\s)[\s\S])*(?:[.!?]["”’)*]*|$)/g;
const wordsOf = (text: string): number => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

interface Count {
  words: number;
  odd: string[];
  long: string[];
}

function count(files: string[], textOf: (text: string) => string): Count {
  const total: Count = { words: 0, odd: [], long: [] };
  for (const file of files) {
    const text = withoutCode(textOf(readFileSync(join(ROOT, file), "utf8")));
    const place = (index: number): string => `${file}:${text.slice(0, index).split("\n").length}`;
    total.words += text.match(/[A-Za-z']+/g)?.length ?? 0;
    for (const { 0: word, index } of text.matchAll(ODD)) total.odd.push(`${place(index)}: ${word}`);
    for (const { 0: paragraph, index } of text.matchAll(PARAGRAPHS)) {
      for (const { 0: sentence, index: start } of paragraph
        .replaceAll(/\b(?:e\.g|i\.e|etc|vs)\./g, "for ")
        .matchAll(SENTENCE)) {
        const words = wordsOf(sentence);
        if (INVERTED.test(sentence)) total.odd.push(`${place(index + start)}: Who …`);
        if (words > MOST_WORDS) total.long.push(`${place(index + start)}: ${words} words`);
      }
    }
  }
  return total;
}

const code = filesOf(CODE);
const parts = {
  comments: count(code, commentsOf),
  docs: count(filesOf(DOCS), markdownOf),
  texts: count(
    code.filter((file) => !/\.sql\.ts$|\.prisma$/.test(file)),
    textsOf,
  ),
};
const [option, path = ""] = process.argv.slice(2);
for (const [name, { words, odd, long }] of Object.entries(parts)) {
  const share = ((1_000 * odd.length) / words).toFixed(1);
  console.log(`${name}: ${odd.length} odd words in ${words}, ${share} per 1,000; ${long.length} long sentences`);
  if (option === "--list")
    for (const place of [...odd, ...long].filter((one) => one.includes(path))) console.log(`  ${place}`);
}
