import { isStorable, withoutProtection } from "../text.ts";
import { itemKeyOf, readBarcode } from "./barcode.ts";
import { productNames } from "./column-names.ts";
import { shown } from "./feed-line.ts";
import { cleanDescription } from "./product-line.ts";
import { type RejectedLine, rejectedBarcode } from "./stock-line.ts";

/** Only a barcode has other names, because the columns come from the export. */
export const editNames = {
  barcode: productNames.barcode,
  hidden: { names: ["hidden"] },
  channels: { names: ["channels"] },
  title: { names: ["title"] },
  description: { names: ["description"] },
  brand: { names: ["brand"] },
  searchTitle: { names: ["searchtitle"] },
  searchDescription: { names: ["searchdescription"] },
  searchImage: { names: ["searchimage"] },
};
export type EditField = keyof typeof editNames;

/** A missing member changes nothing. */
export interface EditLine {
  itemKey: string;
  exactKey?: string;
  hidden?: boolean;
  /** null: every channel */
  channels?: string[] | null;
  title?: string;
  description?: string;
  /** The description with basic HTML only. */
  cleaned?: string;
  brand?: string;
  searchTitle?: string;
  searchDescription?: string;
  cleanedForSearch?: string;
  /** Addresses with one blank between them. */
  searchImage?: string;
}

export interface EditValues {
  /** null: differs between stores. */
  hidden: boolean | null;
  /** null: every channel; undefined: differs between stores. */
  channels: string[] | null | undefined;
  title: string | null;
  description: string | null;
  brand: string | null;
  for: { search: { title: string | null; description: string | null; image: string[] | null } } | null;
}

export type EditCells = Record<Exclude<EditField, "barcode">, string>;

const MIXED = "mixed";
const EVERY = "every";
const NONE = "none";
const flags = new Map([
  ...["yes", "true", "1"].map((word) => [word, true] as const),
  ...["no", "false", "0"].map((word) => [word, false] as const),
]);

/** Longer texts are longer than any field, and would only cost memory. The pictures are the longest field. */
const MAX_TEXT_LENGTH = 21_000;

/** The fields with a text, as messages name them. */
const textFields = {
  title: "title",
  description: "description",
  brand: "brand",
  searchTitle: "search title",
  searchDescription: "search description",
  searchImage: "search image",
} as const;
type TextField = keyof typeof textFields;
/** The field of an edit or of its texts for the search engine, in words. */
export const editFieldWords = (field: string): string => textFields[field as TextField] ?? field;

/** The values of a product as cells, which `readEditLine` reads again. */
export function editCells({ hidden, channels, title, description, brand, for: others }: EditValues): EditCells {
  const search = others?.search;
  return {
    hidden: hidden === null ? MIXED : hidden ? "yes" : "no",
    channels: channels === undefined ? MIXED : channels === null ? EVERY : channels.join(" | ") || NONE,
    title: title ?? "",
    description: description ?? "",
    brand: brand ?? "",
    searchTitle: search?.title ?? "",
    searchDescription: search?.description ?? "",
    searchImage: search?.image?.join(" ") ?? "",
  };
}

/** The text of a cell. A spreadsheet can change the ends of its lines. */
export const cellText = (text: string): string => text.replaceAll(/\r\n?/g, "\n").trim();

/** `value`: the cell of a field. An empty cell and `mixed` change nothing. */
export function readEditLine(values: (field: EditField) => string[]): EditLine | RejectedLine {
  const one = (field: EditField): string => cellText(values(field)[0] ?? "");
  const { barcode, ...exact } = readBarcode(values("barcode").find((value) => value.trim() !== "") ?? "");
  const bad = rejectedBarcode(barcode);
  if (bad) return bad;
  const reject = (field: EditField, code: string, message: string): RejectedLine => ({
    barcode,
    field,
    code,
    message,
    value: shown(one(field)),
  });
  const line: EditLine = { itemKey: itemKeyOf(barcode), ...exact };
  const hidden = one("hidden").toLowerCase();
  if (hidden && hidden !== MIXED) {
    const flag = flags.get(hidden);
    if (flag === undefined) return reject("hidden", "invalid_hidden", "Write yes or no in the column Hidden.");
    line.hidden = flag;
  }
  const channels = one("channels").toLowerCase();
  if (channels.length > MAX_TEXT_LENGTH) return reject("channels", "text_too_long", "The channels are too long.");
  if (channels && channels !== MIXED) {
    const names = channels.split(/[|,;\s]+/).filter(Boolean);
    line.channels = channels === EVERY ? null : channels === NONE ? [] : [...new Set(names)];
  }
  for (const [field, words] of Object.entries(textFields) as [TextField, string][]) {
    const text = one(field);
    if (text === "") continue;
    if (text.length > MAX_TEXT_LENGTH) {
      return reject(field, "text_too_long", `The ${words} has more than ${MAX_TEXT_LENGTH} characters.`);
    }
    if (!isStorable(text)) return reject(field, "invalid_text", `The ${words} is not plain text.`);
    line[field] = field === "searchImage" ? text.split(/\s+/).join(" ") : text;
  }
  const cleaned = otherHtml(line.description);
  const cleanedForSearch = otherHtml(line.searchDescription);
  return {
    ...line,
    ...(cleaned !== undefined && { cleaned }),
    ...(cleanedForSearch !== undefined && { cleanedForSearch }),
  };
}

/** A description with basic HTML only; undefined: it is as it was. */
function otherHtml(description: string | undefined): string | undefined {
  if (description === undefined) return undefined;
  const cleaned = cleanDescription(withoutProtection(description));
  return cleaned === description ? undefined : cleaned;
}
