import "server-only";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Marked } from "marked";

const idOf = (heading: string): string => heading.toLowerCase().replaceAll(/[^a-z]+/g, "-");

const marked = new Marked({
  renderer: {
    heading({ tokens, text, depth }) {
      return `<h${depth} id="${idOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
  },
});

/** Reads docs/help.md. @param app apps/console, where Next runs @returns HTML, with an id for each heading */
export async function readHelp(app = process.cwd()): Promise<string> {
  return marked.parse(await readFile(join(app, "../../docs/help.md"), "utf8"));
}
