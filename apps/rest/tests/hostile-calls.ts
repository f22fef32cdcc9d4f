/** A hostile JSON call of a partner, and the answer to it. */
export interface HostileCall {
  name: string;
  method: "POST" | "PATCH";
  /** The path without `/v1`. */
  path(store: { retailerId: string; storeId: string }): string;
  body(): string;
  /** The status, and the `code` of an error or the `status` of an ingest. */
  expected: [status: number, code: string | undefined];
  /** The call is valid, so its answer repeats what it stored. */
  isStored?: true;
}

const KiB = 1024;
const MiB = 1024 * KiB;

/** A list of as many entries as the size allows. */
function filled(size: number, entry: (n: number) => string): string {
  const entries: string[] = [];
  for (let n = 0, length = 0; ; n++) {
    const text = entry(n);
    length += text.length + 1;
    if (length > size) return entries.join();
    entries.push(text);
  }
}

const times = (count: number, entry: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => entry(n)).join();
const member = (name: string, value = "1"): string => `${JSON.stringify(name)}:${value}`;

type Expected = HostileCall["expected"];
const refused: Expected = [200, "refused"];
const complex: Expected = [422, "PayloadTooComplex"];
const invalid: Expected = [422, "ValidationFailed"];
const malformed: Expected = [400, "MalformedRequest"];

const lines = (name: string, expected: Expected, body: () => string): HostileCall => ({
  ...{ name: `lines: ${name}`, method: "PATCH", expected, body },
  path: ({ retailerId, storeId }) => `/retailers/${retailerId}/stores/${storeId}/inventory/stock`,
});
const batch = (name: string, expected: Expected, body: () => string): HostileCall => ({
  ...{ name: `batch: ${name}`, method: "POST", expected, body },
  path: ({ retailerId }) => `/retailers/${retailerId}/inventory/customizations/batch`,
});
const open = (name: string, expected: Expected, body: () => string): HostileCall => ({
  ...{ name: `open: ${name}`, method: "POST", expected, body, path: () => "/widget-sightings" },
});

/** A batch of descriptions, which become basic HTML. */
const descriptions = (name: string, count: number, text: string): HostileCall => {
  const custom = { title: "t", brand: "b", image: ["https://a.example/x"], description: text };
  const body = () => `[${times(count, (n) => JSON.stringify({ barcode: `d${n}`, ...custom }))}]`;
  return { ...batch(name, [200, undefined], body), isStored: true };
};

const names = (count: number, text: (n: number) => string) => () =>
  `[{"barcode":"a",${times(count, (n) => member(text(n)))}}]`;
const wrong = '{"hidden":1,"hiddenUntil":1,"channels":1,"title":1,"description":1,"brand":1,"image":1}';
const known = ["price", "Price", "quantity", "qty", "ean", "sku", "title", "name", "brand", "image"];
/** One of 1,024 sets of members that mean something, and 50 members more. */
const chosen = (line: number): string => {
  const some = known.filter((_, at) => (line >> at) & 1).map((name) => member(name));
  return `{${[...some, times(50, (n) => member(`n${n}`))].join()}}`;
};

export const hostileCalls: HostileCall[] = [
  lines(
    "2,000 names of brackets and 470 blanks",
    complex,
    names(1_980, (n) => `)${" ".repeat(470)}${n}`),
  ),
  lines(
    "990 names of brackets and 190 blanks in 10 lines",
    refused,
    () => `[${times(10, (line) => `{${times(99, (n) => member(`)${" ".repeat(190)}${line}x${n}`))}}`)}]`,
  ),
  lines(
    "990 names of 60 brackets in 10 lines",
    refused,
    () => `[${times(10, (line) => `{${times(99, (n) => member(`${"(a)".repeat(60)}${line}x${n}`))}}`)}]`,
  ),
  lines("60,000 short names", complex, () => `[{${filled(1_000 * KiB, (n) => member(`${n}`))}}]`),
  lines(
    "300 lines with other names",
    complex,
    () => `[${times(300, (line) => `{${times(99, (n) => member(`${line}x${n}`))}}`)}]`,
  ),
  lines("1,000 lines with other sets of members", complex, () => `[${times(1_000, chosen)}]`),
  lines("a name of 900 KiB", refused, () => `[{${member(`)${" ".repeat(900 * KiB)}a`)}}]`),
  lines(
    "300,000 lists and a long number",
    complex,
    () => `[{"barcode":1234567890123456,"x":[${filled(1_000 * KiB, () => "[]")}]}]`,
  ),
  lines("a number of 900 KiB", complex, () => `[{"barcode":${"1".repeat(900 * KiB)}}]`),
  lines("200,000 levels", malformed, () => `[{"barcode":"a","x":${"[".repeat(200_000)}${"]".repeat(200_000)}}]`),
  lines(
    "texts of 90 KiB in every field",
    refused,
    () => `[${times(10, (n) => `{"barcode":"${n}","price":"1${" ".repeat(80 * KiB)}x"}`)}]`,
  ),
  lines("50,000 long numbers", complex, () => `[${filled(1_000 * KiB, (n) => `{"n${n}":12345678901234567890}`)}]`),
  batch("1,000 bodies of wrong types", invalid, () => `[${times(1_000, () => wrong)}]`),
  batch(
    "1,000 bodies with 90 unknown fields",
    invalid,
    () => `[${times(1_000, (n) => `{"barcode":"${n}",${times(90, (at) => member(`u${at}`))}}`)}]`,
  ),
  batch(
    "1,000 bodies with 20 wrong channels",
    invalid,
    () => `[${times(1_000, (n) => `{"barcode":"${n}","channels":[${times(20, () => "1")}]}`)}]`,
  ),
  batch(
    "900 barcodes of 1,000 zeros",
    invalid,
    () => `[${times(900, (n) => `{"barcode":"${"0".repeat(1_000)}x${n}","hidden":true}`)}]`,
  ),
  batch("300,000 lists", complex, () => `[${filled(1_000 * KiB, () => "[]")}]`),
  batch("16 MiB of lists", complex, () => `[${filled(15 * MiB, () => "[]")}]`),
  batch("16 MiB of names", complex, () => `[{${filled(15 * MiB, (n) => member(`${n}`))}}]`),
  batch("16 MiB that is no list", complex, () => `{"barcode":"${"x".repeat(15 * MiB)}"}`),
  batch("a text of 15 MiB", complex, () => `[{"barcode":"${"x".repeat(15 * MiB)}"}]`),
  descriptions("180 descriptions of <", 180, "<".repeat(4_900)),
  descriptions("180 descriptions of &", 180, "&".repeat(4_900)),
  descriptions("180 descriptions of tags", 180, "<b>".repeat(1_600)),
  descriptions("1,000 descriptions of <", 1_000, "<".repeat(4_900)),
  open("80,000 unknown fields", complex, () => `{${filled(1_000 * KiB, (n) => member(`${n}`))}}`),
  open("990 unknown fields with long names", invalid, () => `{${times(990, (n) => member(`${n}${"~".repeat(900)}`))}}`),
  open("an unknown field of 900 KiB", invalid, () => `{${member("~".repeat(900 * KiB))}}`),
];
