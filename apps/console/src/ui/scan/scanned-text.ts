/** A scanner pauses at most this long between two keys, and less on average. A person is slower. */
const MAX_PAUSE_MS = 200;
const MAX_AVERAGE_MS = 60;
/** After this pause a key begins another text. A shorter one spoils the text, so that no part of a code is taken for a code. */
const NEW_TEXT_MS = 500;
const MIN_LENGTH = 2;
const MAX_LENGTH = 2_000;
/** Scanners type FNC1, which ends a field of a GS1 code, as Ctrl and `]`. */
const FNC1 = "\x1d";

export interface ScannerKey extends Pick<KeyboardEvent, "key" | "ctrlKey" | "timeStamp"> {
  isAltGraph: boolean;
}

/** A text that is typed without a long pause. Times are in milliseconds. */
export interface TypedText {
  text: string;
  from: number;
  until: number;
  longestPause: number;
}

export const nothingTyped: TypedText = { text: "", from: 0, until: 0, longestPause: 0 };

/** Whether a key continues a text at the speed of a scanner. */
export const isFastAfter = (before: TypedText, { timeStamp }: Pick<ScannerKey, "timeStamp">): boolean =>
  before.text !== "" && timeStamp - before.until <= MAX_AVERAGE_MS;

/** The text after one more key. */
export function typedAfter(before: TypedText, { key, ctrlKey, isAltGraph, timeStamp }: ScannerKey): TypedText {
  if (/^(?:Shift|Control|Alt|AltGraph|CapsLock)$/.test(key)) return before;
  const isControl = ctrlKey && !isAltGraph;
  const character = isControl ? (key === "]" ? FNC1 : "") : [...key].length === 1 ? key : "";
  if (!character) return nothingTyped;
  const pause = timeStamp - before.until;
  if (before.text === "" || pause > NEW_TEXT_MS) {
    return { text: character, from: timeStamp, until: timeStamp, longestPause: 0 };
  }
  return {
    text: before.text.length > MAX_LENGTH ? before.text : before.text + character,
    from: before.from,
    until: timeStamp,
    longestPause: Math.max(before.longestPause, pause),
  };
}

/** The code of a scanner, if Enter or Tab comes at this time; undefined: a person has typed. */
export function scannedCode({ text, from, until, longestPause }: TypedText, endedAt: number): string | undefined {
  if (text.length < MIN_LENGTH || text.length > MAX_LENGTH) return undefined;
  const isFast = longestPause <= MAX_PAUSE_MS && (until - from) / (text.length - 1) <= MAX_AVERAGE_MS;
  return isFast && endedAt - until <= NEW_TEXT_MS ? text.trim() || undefined : undefined;
}
