import { Marked, type Token, type Tokens } from "marked";

/** A heading with the text up to the next one. */
export interface Section {
  depth: number;
  /** Plain text. */
  heading: string;
  /** The fragment of its address. */
  id: string;
  /** Plain text. */
  text: string;
  /** Both in lower case, for the search. */
  words: { heading: string[]; text: string[]; all: string };
}

/** `low_stock` is two words. */
export const wordsOf = (text: string): string[] =>
  [...text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word);

export interface Guide {
  /** The last part of its address. */
  name: string;
  title: string;
  /** The first sentence. */
  about: string;
  html: string;
  markdown: string;
  sections: Section[];
}

/** The same ids as on GitHub. A heading that is a code, such as that of an error, is its own id. */
function idOf({ tokens }: Tokens.Heading, heading: string, taken: ReadonlySet<string>): string {
  const base =
    tokens.length === 1 && tokens[0]?.type === "codespan"
      ? heading
      : heading
          .toLowerCase()
          .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, "")
          .replaceAll(" ", "-");
  let id = base;
  for (let count = 1; taken.has(id); count++) id = `${base}-${count}`;
  return id;
}

/** Markdown as the plain text of an excerpt. */
const plain = (markdown: string): string =>
  markdown
    .replace(/!?\[([^\]\n]{0,300})\]\([^()\s]{1,300}\)/g, "$1")
    .replace(/[`*]/g, "")
    .replace(/\||-{3,99}/g, " ")
    .replace(/\s+/g, " ")
    .trim();

const isHeading = (token: Token): token is Tokens.Heading => token.type === "heading";

/**
 * @param linked the Markdown, with the addresses of the pages
 * @param markdown the same with the addresses of the Markdown files, for machines
 */
export function parseGuide(name: string, linked: string, markdown: string): Guide {
  const ids = new Map<Tokens.Heading, string>();
  const sections: Section[] = [];
  const marked = new Marked({
    renderer: {
      heading(token) {
        const id = ids.get(token) ?? "";
        const text = this.parser.parseInline(token.tokens);
        const anchor =
          token.depth === 1 ? "" : `<a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`;
        return `<h${token.depth} id="${id}">${text}${anchor}</h${token.depth}>\n`;
      },
    },
  });
  const tokens = marked.lexer(linked);
  for (const token of tokens) {
    if (isHeading(token)) {
      const heading = plain(token.text);
      const id = idOf(token, heading, new Set(ids.values()));
      ids.set(token, id);
      sections.push({ depth: token.depth, heading, id, text: "", words: { heading: [], text: [], all: "" } });
      continue;
    }
    const section = sections.at(-1);
    if (section) section.text = `${section.text} ${plain(token.raw)}`.trim();
  }
  const html = marked
    .parser(tokens)
    .replaceAll("<table>", '<div class="scroll" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>")
    .replaceAll("<pre>", '<pre tabindex="0">');
  const [first] = sections;
  for (const section of sections) {
    const heading = `${section.heading} ${first?.heading ?? ""}`;
    const all = `${section.heading} ${section.text}`.toLowerCase();
    section.words = { heading: wordsOf(heading), text: wordsOf(section.text), all };
  }
  const about = /^.{1,300}?[.:](?= |$)/.exec(first?.text ?? "")?.[0].replace(/:$/, ".") ?? "";
  return { name, title: first?.heading ?? name, about, html, markdown, sections };
}
