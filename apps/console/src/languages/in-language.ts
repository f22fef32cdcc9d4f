import type { Catalog } from "./catalog.ts";

/** A text, or a group of texts, in any language: functions keep their parameters. */
export type Translated<T> = T extends string
  ? string
  : T extends (...values: infer Values) => infer Text
    ? (...values: Values) => Translated<Text>
    : T extends object
      ? { [Name in keyof T]: Translated<T[Name]> }
      : T;

interface Spoken {
  /** Undefined: English, which the rooms have. */
  catalog: Catalog | undefined;
}

// On the process, because Next bundles each route separately.
const shared = globalThis as { highstreetLanguage?: () => Spoken | undefined };

/** Sets who knows the language: the server by request, the browser by page, a test by choice. */
export function speakLanguageOf(speaker: () => Spoken | undefined): void {
  shared.highstreetLanguage = speaker;
}

function catalogNow(): Catalog | undefined {
  const spoken = shared.highstreetLanguage?.();
  // A page that speaks English sets no speaker, and neither do tests and `next dev`.
  if (!spoken && typeof document === "undefined" && process.env.NODE_ENV === "production")
    throw new Error("A text is read outside of a request. Read it inside a function.");
  return spoken?.catalog;
}

/** The server's own sentences are English. */
export const speaksEnglish = (): boolean => catalogNow() === undefined;

const isGroup = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Looks up each text when it is read. Groups of texts can be read at any time, their texts only in a request. */
function lookUp<Texts extends object>(english: Texts, other: () => object | undefined): Texts {
  const groups = new Map<PropertyKey, object>();
  return new Proxy(english, {
    get(_, name) {
      const own: unknown = Reflect.get(english, name);
      const found = () => Reflect.get(other() ?? english, name) ?? own;
      if (!isGroup(own)) return found();
      const group = groups.get(name) ?? lookUp(own, found);
      groups.set(name, group);
      return group;
    },
  });
}

/** The texts of a room in the language of the reader. */
export const inLanguage = <Texts extends object>(room: keyof Catalog, english: Texts): Translated<Texts> =>
  lookUp(english as Translated<Texts> & object, () => catalogNow()?.[room]);
