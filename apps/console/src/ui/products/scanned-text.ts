/** The fewest digits that are taken for a barcode, and for the GTIN in a longer text. */
const SHORTEST = 5;
const SHORTEST_GTIN = 8;
/** A link on a package has at most this many characters. */
const MAX_SCAN = 200;
/** Scanners type FNC1 as Ctrl and `]`. */
const FNC1 = "\x1d";

type Key = Pick<KeyboardEvent, "key" | "ctrlKey">;

const isScan = (text: string): boolean => {
  const isLink = ["https://", "http://"].some((scheme) =>
    scheme.startsWith(text.toLowerCase().slice(0, scheme.length)),
  );
  return isLink || /^(?:\d+(?:\p{Cc}\S*)?|[(\]\p{Cc}]\S*)$/u.test(text);
};

/** The text of a scanner after one more key: digits, a GS1 code or a link. A key that cannot belong to it starts a new text. */
export function scannedText(before: string, { key, ctrlKey }: Key): string {
  if (/^(?:Shift|Control)$/.test(key)) return before;
  const typed = ctrlKey ? (key === "]" ? FNC1 : "") : key.length === 1 ? key : "";
  if (!typed || before.length >= MAX_SCAN) return "";
  return [before + typed, typed].find(isScan) ?? "";
}

/** Whether a text is complete when Enter follows. */
export function isScanned(text: string): boolean {
  const digits = /^\d+$/.test(text) ? SHORTEST : SHORTEST_GTIN;
  return new RegExp(`\\d{${digits}}`).test(text);
}
