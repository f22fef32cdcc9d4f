import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { languageOf } from "../server/language.ts";
import type { Catalog } from "./catalog.ts";
import { speakLanguageOf } from "./in-language.ts";
import { languages } from "./languages.ts";

/** Names and words that may be the same in another language. */
const same = new Set(
  `Highstreet|Google|Shop|Shops|Team|Name|Status|Webhook|Webhooks|URL|CSV|JSON|Excel (XLSX)|Code|Barcode|Partner|Manager|Test|Median|Optional|
  Client ID|Consumer key|Consumer secret|N|S|E|W|Name, A–Z|Barcode, Z–A|Name, Z–A|shops.csv|
  Enter|Person|Problem|Budget|in 71|In 71|71 ms|Hidden|Channels|Title, Brand, Description|Search title, Search description, Search image|
  Secret|secret|code|Page|Pages|Pause|Actions|Ctrl K|Description|description|Descriptions|Image|visible|Visible|Imports|Type|E-mail|Stock|
  Passkeys|Contact|no|No|Password|Home|account|partner|mile|miles|minute|minutes|1 minute|2 minutes|3 minutes|5 minutes|
  Product|product|update|updates|Help|Inbox|Postcode|Interval|Parameters|Later|Client secret|71 is 72 in 73.`.split(
    /\|\s*/,
  ),
);
/** Signs, numbers, addresses and values that the importer reads. */
const isNoText = (text: string) => !/\p{L}{2}/u.test(text) || /^(?:https:\/\/|Highstreet \d)/.test(text);

const SAMPLES = [71, 72, 73, 74];

/** A text, or what a text makes of numbers; undefined: it needs other values. */
function sampleOf(text: unknown, catalog?: Catalog): string | undefined {
  speakLanguageOf(() => ({ catalog }));
  if (typeof text !== "function") return String(text);
  try {
    return String(text(...SAMPLES));
  } catch {
    return undefined;
  }
}

type Texts = Map<string, unknown>;

function textsOf(value: unknown, path = "", found: Texts = new Map()): Texts {
  if (typeof value !== "object" || value === null) return found.set(path, value);
  for (const [name, own] of Object.entries(value)) textsOf(own, path ? `${path}.${name}` : name, found);
  return found;
}

// The proxies of the rooms speak English here.
const rooms = readFileSync(join(import.meta.dirname, "catalog.ts"), "utf8").matchAll(
  /texts as (\w{1,40}) \} from "([^"]{1,80})"/g,
);
const english: Texts = new Map();
for (const [, room = "", path = ""] of rooms) textsOf((await import(path)).texts, room, english);
const others = Object.entries(languages).filter(([, { load }]) => load);
const catalogs = new Map<string, Catalog | undefined>();
for (const [name, { load }] of others) catalogs.set(name, (await load?.())?.catalog);

describe.each([...catalogs])("the texts in %s", (name, catalog) => {
  const own = textsOf(catalog);

  it("has all texts and no other", () => {
    const keys = (texts: Texts) => [...texts.keys()].filter((key) => !/\.verbs\.|\.keys\.list\./.test(key)).toSorted();
    expect(keys(own)).toEqual(keys(english));
    expect(sampleOf(own.get("parts.locale"))).toMatch(new RegExp(`^${name}-`));
  });

  it("is translated", () => {
    const left = [...own].filter(([key, text]) => {
      const [here, there] = [sampleOf(text, catalog), sampleOf(english.get(key))];
      return here !== undefined && here === there && here !== "" && !isNoText(here) && !same.has(here);
    });
    expect(left.map(([key, text]) => `${key}: ${sampleOf(text)}`)).toEqual([]);
  });

  it("says nothing about zero in the count of a bulk edit", () => {
    expect(catalog?.products.bulk.plan("3 x", "", "")).toBe("3 x.");
    expect(catalog?.products.bulk.plan("3 x", "2 y", "")).not.toContain(",");
  });

  it("uses the values that English uses", () => {
    const lost = [...own].filter(([key, text]) => {
      if (typeof text !== "function") return false;
      const [here, there] = [sampleOf(text, catalog), sampleOf(english.get(key))];
      return SAMPLES.some((value) => there?.includes(String(value)) && !here?.includes(String(value)));
    });
    expect(lost.map(([key]) => key)).toEqual([]);
  });
});

it.each([
  ["en", {}],
  ["de", { "accept-language": "de-AT,de;q=0.9,en;q=0.8" }],
  ["de", { "accept-language": "en;q=0.5, pl, de-DE;q=0.7" }],
  ["en", { "accept-language": "pl,*;q=0.5" }],
  ["en", { "accept-language": "de", cookie: "a=1; language=en" }],
  ["de", { cookie: "language=de;a=1" }],
  ["en", { cookie: "language=constructor", "accept-language": "__proto__" }],
])("a page is in %s for %o", (language, headers) => {
  expect(languageOf(headers)).toBe(language);
});
