import { type Guide, type Section, wordsOf } from "./parse-guide.ts";

export const MAX_QUERY = 100;
const MAX_WORDS = 8;
const MAX_FOUND = 30;
const EXCERPT = 240;

export interface Found {
  guide: Guide;
  section: Section;
  /** The part of the text around the words. */
  excerpt: string;
}

/** The beginning of a word finds it: `retries` finds `retry`. */
const stemOf = (word: string): string => (word.length > 4 ? word.replace(/(?:ies|ied|ly|ed|s|y)$/, "") : word);

function excerptOf(text: string, phrase: string, stems: string[]): string {
  const exact = text.toLowerCase().indexOf(phrase);
  const first = wordsOf(text).find((word) => stems.some((stem) => word.startsWith(stem)));
  const start = (exact < 0 ? text.toLowerCase().indexOf(first ?? "") : exact) - EXCERPT / 3;
  const from = start <= 0 ? 0 : text.indexOf(" ", start) + 1;
  const isCut = from + EXCERPT < text.length;
  return `${from ? "… " : ""}${text.slice(from, from + EXCERPT)}${isCut ? " …" : ""}`;
}

/**
 * The sections with the most words of the search. Those with the words in their headings, or with the exact search, come first.
 * @param query at most `MAX_QUERY` characters
 */
export function findSections(guides: Iterable<Guide>, query: string): Found[] {
  const phrase = query.toLowerCase();
  const stems = wordsOf(phrase).slice(0, MAX_WORDS).map(stemOf);
  const ranked = [...guides].flatMap((guide) =>
    guide.sections.map((section) => {
      const { heading, text, all } = section.words;
      const count = (words: string[], stem: string) => words.filter((word) => word.startsWith(stem)).length;
      const inHeading = stems.filter((stem) => count(heading, stem) > 0).length;
      const found = stems.map((stem) => Math.min(3, count(heading, stem) + count(text, stem)));
      const isExact = all.includes(phrase);
      const often = found.reduce((sum, times) => sum + times, 0);
      const words = found.filter((times) => times > 0).length;
      return { guide, section, words, rank: 4 * inHeading + (isExact ? 6 : 0) + often };
    }),
  );
  const most = Math.max(0, ...ranked.map(({ words }) => words));
  if (most === 0) return [];
  return ranked
    .filter(({ words }) => words === most)
    .sort((a, b) => b.rank - a.rank)
    .slice(0, MAX_FOUND)
    .map(({ guide, section }) => ({ guide, section, excerpt: excerptOf(section.text, phrase, stems) }));
}
