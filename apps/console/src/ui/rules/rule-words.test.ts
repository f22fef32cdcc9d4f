import { randomUUID } from "node:crypto";
import { type Condition, CreateRule, type Effect, type Rule } from "@highstreet/router/features/rules/rules.schema.ts";
import { afterEach, expect, test } from "vitest";
import { speakLanguageOf } from "../../languages/in-language.ts";
import { languages } from "../../languages/languages.ts";
import { isPlain } from "../server-words/server-words.ts";
import { fields, isComplete, operators, type Part, partOf, toCondition, toPart } from "./conditions.ts";
import {
  conditionProblem,
  effectWords,
  openPhrase,
  ruleWords,
  type StoreNames,
  sentenceOf,
  storesIn,
} from "./rule-words.ts";
import { templateNames, templates, typedOf, withValue } from "./templates.ts";

afterEach(() => speakLanguageOf(() => undefined));

const given = ["title", "picture", "gtin", "brand", "description", "category"] as const;

/** One of each kind, with the values that its sentence names. */
const conditions: [Condition, string[]][] = [
  [{ brand: { is: ["Lumen", "Wick"] } }, ["Lumen", "Wick"]],
  [{ brand: { isNot: ["Lumen"] } }, ["Lumen"]],
  [{ store: { is: [randomUUID(), randomUUID()] } }, ["2"]],
  [{ store: { isNot: [randomUUID()] } }, ["1"]],
  [{ category: { is: ["Home > Lamps"] } }, ["Home > Lamps"]],
  [{ category: { isNot: ["Home > Lamps"] } }, ["Home > Lamps"]],
  [{ condition: { is: ["used", "refurbished"] } }, []],
  [{ condition: { isNot: ["new"] } }, []],
  [{ title: { hasAny: ["lamp", "light"] } }, ["lamp", "light"]],
  [{ title: { hasAll: ["lamp", "light"] } }, ["lamp", "light"]],
  [{ title: { hasNone: ["lamp"] } }, ["lamp"]],
  [{ barcode: { is: ["111", "222", "333", "444", "555"] } }, ["111", "333", "2"]],
  [{ barcode: { startsWith: ["20"] } }, ["20"]],
  [{ price: { from: 3, under: 7 } }, ["3", "7"]],
  [{ price: { from: 3 } }, ["3"]],
  [{ price: { under: 7 } }, ["7"]],
  [{ quantity: { from: 3, under: 7 } }, ["3", "7"]],
  [{ quantity: { from: 3 } }, ["3"]],
  [{ quantity: { under: 7 } }, ["7"]],
  ...given.map((has): [Condition, string[]] => [{ has }, []]),
  ...given.map((lacks): [Condition, string[]] => [{ lacks }, []]),
];
const effects: Effect[] = [
  { hidden: true },
  { hidden: false },
  { onlyIn: ["search", "local_ads"] },
  { notIn: ["webhooks"] },
  { safetyStock: 2 },
  { title: "{title} by {brand}" },
  { brand: "Wick & co" },
  { description: "Hand-made" },
  { category: "Home > Candles" },
];

test.each(Object.entries(languages))(
  "in %s, each condition and effect is a sentence of its own without a word of the API",
  async (_, { load }) => {
    const catalog = (await load?.())?.catalog;
    speakLanguageOf(() => ({ catalog }));
    const sentences = new Set<string>();
    for (const [condition, values] of conditions) {
      for (const effect of effects) {
        const rule = { when: { all: [condition] }, effect };
        // The case is one that the service takes.
        expect(CreateRule.safeParse({ retailerId: "r", body: { ...rule, name: "x" } }).success).toBe(true);
        const sentence = ruleWords(rule, "UTC");
        for (const value of values) expect(sentence).toContain(value);
        expect(isPlain(sentence), sentence).toBe(true);
        expect(sentence).not.toMatch(/undefined|\[object|\s\s/);
        sentences.add(sentence);
      }
    }
    expect(sentences.size).toBe(conditions.length * effects.length);
    for (const effect of effects) expect(isPlain(effectWords(effect))).toBe(true);
  },
);

test.each(Object.entries(languages))("in %s, a period is a part of the sentence", async (_, { load }) => {
  const catalog = (await load?.())?.catalog;
  speakLanguageOf(() => ({ catalog }));
  const rule = { when: { all: [{ lacks: "picture" as const }] }, effect: { hidden: true } };
  const [from, until] = ["2031-12-24", "2031-12-26"];
  const periods: Rule["period"][] = [
    { from },
    { until },
    { from, until },
    { weekdays: ["sunday"] },
    { from, weekdays: ["sunday"] },
  ];
  const sentences = periods.map((period) => ruleWords({ ...rule, period }, "UTC"));
  expect(new Set([ruleWords(rule, "UTC"), ...sentences]).size).toBe(6);
  for (const sentence of sentences) expect(isPlain(sentence), sentence).toBe(true);
  expect(sentences[2]).toMatch(/24.*2031.*26.*2031/);
  expect(sentences.join()).not.toMatch(/undefined|sunday,|\s\s/);
});

test("a period is named by its days, a time by the clock of the store", () => {
  const rule = { when: { all: [{ lacks: "picture" as const }] }, effect: { hidden: true }, storeId: null };
  const period: Rule["period"] = { from: "2031-12-24T18:00:00Z", until: "2031-12-26", weekdays: ["sunday", "monday"] };
  expect(sentenceOf({ ...rule, period }, { store: undefined, timeZone: "Europe/Berlin" })).toBe(
    "Hide products without a picture in all stores, from Wed, 24 Dec 2031, 19:00 to 26 Dec 2031, on Monday and Sunday",
  );
});

test("a rule of several conditions is one sentence, with its place", () => {
  const leeds = { store: "Leeds", timeZone: "Europe/London" };
  const effect: Effect = { notIn: ["search", "local_ads"] };
  const several: Condition[] = [
    { lacks: "picture" },
    { price: { under: 1.5 } },
    { brand: { is: ["A", "B", "C", "D", "E"] } },
  ];
  expect(sentenceOf({ when: { all: several }, effect, storeId: null }, leeds)).toBe(
    "Hide products without a picture, with a price under 1.5 and of the brand “A”, “B”, “C” or 2 more on Google and Local ads in all stores",
  );
  expect(sentenceOf({ when: { any: several.slice(0, 2) }, effect: { hidden: true }, storeId: "s" }, leeds)).toBe(
    "Hide products without a picture or with a price under 1.5 in Leeds",
  );
});

const names = new Map([...["Leeds", "York", "Bath", "Hull"].map((name) => [randomUUID(), name] as const)]);

test("a condition on stores names a few of them, and a deleted one", () => {
  const [leeds = "", york = "", ...others] = names.keys();
  const gone = randomUUID();
  const effect = { hidden: true };
  const wordsOf = (store: { is: string[] } | { isNot: string[] }, known: StoreNames = names) =>
    ruleWords({ when: { all: [{ store }] }, effect }, "UTC", known);
  expect(wordsOf({ is: [leeds, york] })).toBe("Hide products in Leeds or York");
  expect(wordsOf({ isNot: [leeds] })).toBe("Hide products outside of Leeds");
  expect(wordsOf({ is: [leeds, york, ...others] })).toBe("Hide products in Leeds, York, Bath or 1 more");
  expect(wordsOf({ is: [gone, york] }, new Map([...names, [gone, null]]))).toBe(
    "Hide products in a deleted store or York",
  );
  // Names that the reader may not see, or that are not loaded.
  expect(wordsOf({ is: [gone, leeds] })).toBe("Hide products in Leeds or 1 more");
  expect(wordsOf({ is: [gone, leeds] }, new Map())).toBe("Hide products in 2 stores");
  expect(
    storesIn({ any: [{ lacks: "picture" }, { store: { is: [gone, york] } }, { store: { isNot: [leeds] } }] }, 1),
  ).toEqual([gone, leeds]);
});

/** Conditions with values that a form could lose. */
const extreme: Condition[] = [
  { price: { from: 0 } },
  { price: { from: 0, under: 9_999_999_999 } },
  { price: { under: 0.000_000_1 } },
  { quantity: { from: 0.125, under: 1.1 } },
  { title: { hasAll: ["cand*", "3/4 inch"] } },
  { brand: { isNot: ["A  B", "a,b;c | d"] } },
  { barcode: { is: Array.from({ length: 1_000 }, (_, n) => `000${n}`) } },
  { store: { is: Array.from({ length: 1_000 }, () => randomUUID()) } },
  { condition: { is: ["new", "refurbished", "used"] } },
];

test("every condition of the service comes out of the form as it went in", () => {
  const all = [...conditions.map(([condition]) => condition), ...extreme];
  for (const condition of all) {
    expect(
      CreateRule.safeParse({ retailerId: "r", body: { name: "x", when: { all: [condition] }, effect: effects[0] } }),
    ).toMatchObject({ success: true });
    const part = toPart(condition);
    expect(isComplete(part)).toBe(true);
    expect(toCondition(part)).toEqual(condition);
  }
  // The list has each operator of the form, and the form each operator of the list.
  const seen = new Set(all.map(toPart).map(({ field, operator }) => `${field} ${operator}`));
  const known = fields.flatMap((field) => operators[field].map((operator) => `${field} ${operator}`));
  expect([...seen].sort()).toEqual(known.sort());
});

test("a typed condition has no empty lines, and waits for its values", () => {
  expect(toCondition({ field: "brand", operator: "is", values: [" Lumen ", "", "Wick", " "] })).toEqual({
    brand: { is: ["Lumen", "Wick"] },
  });
  const price = { field: "price" as const, values: ["", "3"] };
  expect(toCondition({ ...price, operator: "under" })).toEqual({ price: { under: 3 } });
  expect(["under", "from", "between"].map((operator) => isComplete({ ...price, operator }))).toEqual([
    true,
    false,
    false,
  ]);
  for (const field of fields) expect(isComplete(partOf(field))).toBe(field === "given");
});

test("each template is a rule that the service takes, when its values are there", () => {
  for (const name of templateNames) {
    const { effect, part } = templates[name];
    const values = isComplete(part) ? part.values : ["1", "2"];
    const when = { all: [toCondition({ ...part, values })] };
    const typed = typedOf(effect) ? withValue(effect, "1") : effect;
    expect(CreateRule.safeParse({ retailerId: "r", body: { name, when, effect: typed } }), name).toMatchObject({
      success: true,
    });
  }
});

test.each(Object.entries(languages))(
  "in %s, a choice of a condition is told from the others of its field",
  async (_, { load }) => {
    const catalog = (await load?.())?.catalog;
    speakLanguageOf(() => ({ catalog }));
    for (const field of fields) {
      const phrases = operators[field].map((operator) => openPhrase({ field, operator }));
      expect(new Set(phrases).size).toBe(phrases.length);
      for (const phrase of phrases) expect(isPlain(phrase.replaceAll("…", "x")), phrase).toBe(true);
    }
  },
);

test("an error of the server stands at its condition, in words for its field", () => {
  const says = (pointer: string, part: Part, storeId: string | null = null, message = "is no store of the retailer") =>
    conditionProblem([{ pointer, code: "InvalidValue", message }], 1, part, storeId);
  const stores = { ...partOf("store"), values: [randomUUID()] };
  expect(says("/when/all/1/store/is/0", stores)).toBe("A chosen store is deleted. Remove it.");
  expect(says("/when/any/1/store/is/0", stores, randomUUID())).toBe("Only a rule of all stores can choose stores.");
  expect(says("/when/all/11/store/is/0", stores)).toBeUndefined();
  expect(says("/when/all/1", stores)).toBe("Another condition already says this. Put both into one.");
  const typed = { ...partOf("title"), values: ["", "a", "", "?"] };
  // The second line that is not empty is the fourth one.
  expect(says("/when/all/1/title/hasAny/1", typed, null, "must have a letter or a digit")).toBe(
    "Line 4 must have a letter or a digit",
  );
});
