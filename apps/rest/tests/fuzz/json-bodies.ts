import fc from "fast-check";
import type { JsonSchema } from "../../src/openapi/json-schema.ts";
import { fieldNames, jsonTexts } from "./nasty.ts";
import { anyText, valuesOf } from "./schema-values.ts";

/** Maximum size of a body. */
const MiB = 1024 * 1024;

/** The encoding of a body's text. */
export type Encoding = "utf8" | "latin1" | "utf16le" | "utf8 with BOM" | "utf8 cut" | "gzip" | "gzip twice";

export interface Body {
  text: string;
  encoding: Encoding;
}

type Path = (string | number)[];
type Tree = Record<string | number, unknown>;

/** The paths of all values in a JSON value, including its own. */
function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([key, part]) => pathsOf(part, [...at, key]))];
}

/** Marks the place of a JSON text. */
const MARK = "\u0001here\u0001";
const marked = JSON.stringify(MARK);

/** The JSON text of a value with `text` at the path, or without that value. */
function textWith(value: unknown, path: Path, text: string | undefined): string {
  if (!path.length) return text ?? "";
  const copy = structuredClone(value);
  let parent = copy as Tree;
  for (const key of path.slice(0, -1)) parent = parent[key] as Tree;
  const last = path.at(-1) ?? 0;
  if (text === undefined) delete parent[last];
  else parent[last] = MARK;
  return JSON.stringify(copy).replace(marked, () => text ?? "");
}

/** The text of an object with one more member, which can exist already. */
function withMember(text: string, name: string, value: string, isLast: boolean): string {
  const member = `${JSON.stringify(name)}:${value}`;
  if (!text.startsWith("{") || text === "{}") return `{${member}}`;
  return isLast ? `${text.slice(0, -1)},${member}}` : `{${member},${text.slice(1)}`;
}

const jsonText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...jsonTexts) },
  { weight: 3, arbitrary: anyText.map((text) => JSON.stringify(text)) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)) },
);

type Break = (value: unknown) => string;

const replace: fc.Arbitrary<Break> = fc.tuple(fc.nat(), jsonText).map(([n, text]) => (value) => {
  const paths = pathsOf(value);
  return textWith(value, paths[n % paths.length] ?? [], text);
});
const remove: fc.Arbitrary<Break> = fc.nat().map((n) => (value) => {
  const paths = pathsOf(value);
  return textWith(value, paths[n % paths.length] ?? [], undefined);
});
const add: fc.Arbitrary<Break> = fc
  .tuple(fc.oneof(fc.constantFrom(...fieldNames), anyText), jsonText, fc.boolean())
  .map(
    ([name, text, isLast]) =>
      (value) =>
        withMember(JSON.stringify(value), name, text, isLast),
  );
const twice: fc.Arbitrary<Break> = fc.tuple(fc.nat(), jsonText, fc.boolean()).map(([n, text, isLast]) => (value) => {
  const names = typeof value === "object" && value !== null ? Object.keys(value) : [];
  return withMember(JSON.stringify(value), names[n % names.length] ?? "name", text, isLast);
});
const cut: fc.Arbitrary<Break> = fc.nat().map((n) => (value) => {
  const text = JSON.stringify(value);
  return text.slice(0, n % text.length);
});
const surround: fc.Arbitrary<Break> = fc
  .constantFrom(
    ["[", "]"],
    ['{"body":', "}"],
    [" ".repeat(65_536), ""],
    [" ".repeat(MiB), ""],
    ["", "x"],
    ["", "\u0000"],
    ["", "\n{}"],
  )
  .map(
    ([before = "", after = ""]) =>
      (value) =>
        before + JSON.stringify(value) + after,
  );

/** A batch of 2,000 entries, twice the limit of every call. Fewer entries if they are large, because the body takes memory here, too. */
const many: fc.Arbitrary<Break> = fc.constant((value) => {
  const [first] = Array.isArray(value) ? value : [value];
  const entry = JSON.stringify(first ?? null);
  const count = Math.min(2_000, Math.ceil((16 * MiB) / entry.length));
  return `[${Array(count).fill(entry).join(",")}]`;
});
/** Many long names of members, in one object or in several entries. Blanks and brackets are slow for code that reads them twice. */
const manyNames: fc.Arbitrary<Break> = fc
  .record({
    filler: fc.constantFrom(" ", ")", "(a)", "[", "_", "x", "\u00a0", "é", " in ", "aB", "£"),
    length: fc.integer({ min: 1, max: 480 }),
    names: fc.integer({ min: 50, max: 3_000 }),
    entries: fc.constantFrom(1, 10, 300),
  })
  .map(({ filler, length, names, entries }) => (value) => {
    const [first] = Array.isArray(value) ? value : [value];
    const count = Math.min(Math.ceil(names / entries), Math.floor((MiB * 0.9) / entries / (length + 20)));
    const name = (entry: number, n: number) => `)${filler.repeat(length).slice(0, length)}${entry}x${n}`;
    const wide = Array.from({ length: entries }, (_, entry) => ({
      ...Object.fromEntries(Array.from({ length: count }, (_, n) => [name(entry, n), n])),
      ...(typeof first === "object" ? first : {}),
    }));
    return JSON.stringify(Array.isArray(value) ? wide : wide[0]);
  });
const asForm: fc.Arbitrary<Break> = fc.constant((value) =>
  new URLSearchParams(
    Object.entries(value ?? {}).map(([name, part]) => [name, String(JSON.stringify(part)).toWellFormed()]),
  ).toString(),
);

const broken = fc.oneof(
  { weight: 8, arbitrary: replace },
  { weight: 2, arbitrary: remove },
  { weight: 3, arbitrary: add },
  { weight: 2, arbitrary: twice },
  { weight: 1, arbitrary: cut },
  { weight: 1, arbitrary: surround },
  { weight: 1, arbitrary: many },
  { weight: 1, arbitrary: manyNames },
  { weight: 1, arbitrary: asForm },
);

const encodings: fc.Arbitrary<Encoding> = fc.oneof(
  { weight: 30, arbitrary: fc.constant("utf8" as const) },
  { weight: 1, arbitrary: fc.constantFrom("latin1", "utf16le", "utf8 with BOM", "utf8 cut", "gzip") },
);

/** JSON bodies of an operation: valid ones, the document's examples, and broken ones. */
export function jsonBody(schema: JsonSchema, examples: unknown[]): fc.Arbitrary<Body> {
  const made = valuesOf(schema, "");
  const value = examples.length
    ? fc.oneof({ weight: 3, arbitrary: made }, { weight: 1, arbitrary: fc.constantFrom(...examples) })
    : made;
  const good = value.map((one) => JSON.stringify(one));
  const bad = fc.tuple(value, broken).map(([one, breaks]) => breaks(one));
  const text = fc.oneof(
    { weight: 5, arbitrary: good },
    { weight: 5, arbitrary: bad },
    { weight: 1, arbitrary: fc.constantFrom(...jsonTexts) },
  );
  return fc.record({ text, encoding: encodings });
}
