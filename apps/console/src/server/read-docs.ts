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

export interface HelpSection {
  id: string;
  title: string;
  /** With its heading. */
  html: string;
}

/** Reads docs/help.md. @param app apps/console, where Next runs @returns the part before the first heading, and the parts */
export async function readHelp(app = process.cwd()): Promise<{ intro: string; sections: HelpSection[] }> {
  const [intro = "", ...parts] = (await readFile(join(app, "../../docs/help.md"), "utf8")).split("\n## ");
  const sections = parts.map((part) => {
    const [title = ""] = part.split("\n", 1);
    return { id: idOf(title), title, html: marked.parse(`## ${part}`, { async: false }) };
  });
  return { intro: marked.parse(intro, { async: false }), sections };
}

export interface Snippet {
  language: string;
  file: string;
  text: string;
}

const files = [
  ["Node", "verify-webhook.mjs"],
  ["Python", "verify_webhook.py"],
  ["PHP", "verify-webhook.php"],
  ["C#", "VerifyWebhook.cs"],
] as const;

/** Reads the files of the documents, which their tests run. Next runs in apps/console. */
export function readSnippets(): Promise<Snippet[]> {
  const folder = join(process.cwd(), "../../docs/snippets");
  const read = async (language: string, file: string) => ({
    language,
    file,
    text: (await readFile(join(folder, file), "utf8")).trimEnd(),
  });
  return Promise.all(files.map(([language, file]) => read(language, file)));
}
