import { randomUUID } from "node:crypto";
import { type Condition, CreateRule, type Effect, type Rule } from "@highstreet/router/features/rules/rules.schema.ts";
import { afterEach, expect, test } from "vitest";
import { speakLanguageOf } from "../../languages/in-language.ts";
import { languages } from "../../languages/languages.ts";
import { isPlain } from "../server-words/server-words.ts";
import { effectWords, ruleWords, sentenceOf } from "./rule-words.ts";
import { conditionOf, effectOf, fieldOf, templateNames, templateOf } from "./templates.ts";

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

test("each template fits its own rule again, also behind another effect, and no rule of several conditions", () => {
  for (const name of templateNames) {
    const [field, effect] = [fieldOf(name), effectOf(name)];
    const value = field === "number" ? "3" : field === "lines" ? "one\ntwo" : "";
    const when = { all: [conditionOf(name, value)] };
    expect(templateOf({ when, effect })).toEqual({ name, value });
    const other = templateOf({ when: { any: when.all }, effect: { onlyIn: ["webhooks"] } });
    expect(other?.value).toBe(value);
    expect(templateOf({ when: { all: [...when.all, { has: "title" }] }, effect })).toBeUndefined();
  }
  expect(templateOf({ when: { all: [{ price: { from: 1, under: 3 } }] }, effect: { hidden: true } })).toBeUndefined();
  expect(templateOf({ when: { all: [{ brand: { isNot: ["A"] } }] }, effect: { hidden: true } })).toBeUndefined();
});
