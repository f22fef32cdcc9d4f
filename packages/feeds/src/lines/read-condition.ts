import { type LineRejection, shown } from "./feed-line.ts";

export type Condition = "new" | "refurbished" | "used";

/** The three words, in any case and in the languages of the columns. Amazon writes 11 for new. */
const words: [Condition, RegExp][] = [
  ["new", /^(?:brand )?new$|^(?:neu|neuf|nuevo|nuovo|nieuw|11)$/i],
  ["refurbished", /^(?:refurbished|generalüberholt|reconditionné|reacondicionado|ricondizionato)$/i],
  ["used", /^(?:used|second-?hand|pre-?owned|gebraucht|occasion|usado|usato|tweedehands|gebruikt)$/i],
];

/** A condition, null for a blank text, or why it is none. */
export function readCondition(text: string | undefined): Condition | null | LineRejection {
  const word = (text?.trim() ?? "").replace(/^(?:https?:\/\/schema\.org\/)?(\w{1,20})Condition$/, "$1");
  if (!word) return null;
  const found = words.find(([, known]) => known.test(word));
  if (found) return found[0];
  const message = "The condition must be new, refurbished or used.";
  return { field: "condition", code: "invalid_condition", message, value: shown(text ?? "") };
}
