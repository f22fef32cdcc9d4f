import { weekdays } from "@highstreet/router/core/stores/hours.schema.ts";
import type { Condition, Effect, Rule, When } from "@highstreet/router/features/rules/rules.schema.ts";
import { channelName } from "../edits/product-words.ts";
import { count, day, listOf, moment, quantity, weekdayName } from "../parts/formats.ts";
import { texts as shared } from "../parts/texts.ts";
import { type FieldError, fieldWords } from "../server-words/server-words.ts";
import { type Field, isRange, type Part, toPart, valuesOf } from "./conditions.ts";
import { texts } from "./texts.ts";

const words = texts.words;

/** Values of a list that a sentence names. */
export const NAMED = 3;

function someOf(values: string[], type: "conjunction" | "disjunction" = "disjunction"): string {
  const named = values.slice(0, NAMED).map(shared.edit.quoted);
  const others = values.length - named.length;
  return listOf(others > 0 ? [...named, words.others(quantity(others))] : named, type);
}

/** Names of stores by id; null: deleted. A missing one is unknown to the reader. */
export type StoreNames = ReadonlyMap<string, string | null>;

function storeWords(ids: string[], names: StoreNames | undefined): string {
  const nameOf = (id: string) => {
    const name = names?.get(id);
    return name === null ? words.goneStore : name;
  };
  const named = [...new Set(ids.flatMap((id) => nameOf(id) ?? []))].slice(0, NAMED);
  const others = ids.filter((id) => !named.includes(nameOf(id) ?? "")).length;
  if (named.length === 0) return count(ids.length, "store");
  return listOf(others > 0 ? [...named, words.otherStores(quantity(others))] : named, "disjunction");
}

type Phrase = (value: string, under: string) => string;

const phrases: Record<Exclude<Field, "given">, Record<string, Phrase>> = {
  brand: { is: (values) => words.brand(values), isNot: (values) => words.otherBrand(values) },
  category: { is: (values) => words.category(values), isNot: (values) => words.otherCategory(values) },
  title: {
    hasAny: (values) => words.withWords(values),
    hasAll: (values) => words.withWords(values),
    hasNone: (values) => words.withoutWords(values),
  },
  barcode: { is: (values) => words.barcode(values), startsWith: (values) => words.barcodeStart(values) },
  price: {
    under: (under) => words.price.under(under),
    from: (from) => words.price.from(from),
    between: (from, under) => words.price.between(from, under),
  },
  quantity: {
    under: (under) => words.quantity.under(under),
    from: (from) => words.quantity.from(from),
    between: (from, under) => words.quantity.between(from, under),
  },
  condition: { is: (values) => words.condition(values), isNot: (values) => words.otherCondition(values) },
  store: { is: (values) => words.ofStores(values), isNot: (values) => words.notOfStores(values) },
};

function phrase({ field, operator }: Omit<Part, "values">, value: string, under: string): string {
  const [kind, given = ""] = operator.split(".");
  if (field === "given") return words[kind as "has"][given as "brand"];
  return phrases[field][operator]?.(value, under) ?? "";
}

const typeOf = ({ operator }: Pick<Part, "operator">) => (operator === "hasAll" ? "conjunction" : "disjunction");

/** A condition without its values: `with … or … in the title` */
export function openPhrase(part: Omit<Part, "values">): string {
  return phrase(part, part.field === "title" ? listOf(["…", "…"], typeOf(part)) : "…", "…");
}

/** @param part a complete one */
function partWords(part: Part, names: StoreNames | undefined): string {
  const values = valuesOf(part);
  const [first = "", second = ""] = isRange(part) ? values.map((value) => quantity(Number(value))) : [];
  if (isRange(part)) return phrase(part, first, second);
  if (part.field === "store") return phrase(part, storeWords(values, names), "");
  const kinds = () => values.map((one) => words.conditions[one as "new"]);
  return phrase(part, part.field === "condition" ? listOf(kinds(), "disjunction") : someOf(values, typeOf(part)), "");
}

/** What the server says of the nth condition of a rule; undefined: nothing. */
export function conditionProblem(
  errors: FieldError[],
  n: number,
  { field, values }: Part,
  storeId: string | null,
): string | undefined {
  const { problems } = texts;
  // The server counts the lines that are not empty.
  const lines = values.flatMap((value, line) => (value.trim() ? [line] : []));
  const said = errors.flatMap((error) => {
    const [, when, , at, ...inside] = error.pointer.split("/");
    if (when !== "when" || at !== String(n)) return [];
    const line = inside.at(-1) ?? "";
    if (inside.length === 0) return problems.repeated;
    if (field === "store" && inside.length > 2) return storeId === null ? problems.goneStore : problems.onlyOfAll;
    const place = inside.length > 2 ? inside.with(-1, String(lines[Number(line)] ?? line)) : inside;
    return fieldWords({ ...error, pointer: `/${place.join("/")}` });
  });
  return [...new Set(said)].join(" ") || undefined;
}

const MAX_SHOWN = 60;
export const shortened = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

const quoted = (text: string): string => shared.edit.quoted(shortened(text || "…"));

/** What a rule does to products: `Hide these products on Google`. */
export function effectWords(effect: Effect, products: string = words.these): string {
  if ("hidden" in effect) return effect.hidden ? words.hide(products) : words.keep(products);
  if ("safetyStock" in effect) return words.safetyStock(products, quantity(effect.safetyStock));
  if ("title" in effect) return words.newTitle(products, quoted(effect.title));
  if ("brand" in effect) return words.newBrand(products, quoted(effect.brand));
  if ("description" in effect) return words.newDescription(products, quoted(effect.description));
  if ("category" in effect) return words.newCategory(products, quoted(effect.category));
  const names = (channels: string[]) => listOf(channels.map(channelName));
  return "onlyIn" in effect ? words.onlyOn(products, names(effect.onlyIn)) : words.notOn(products, names(effect.notIn));
}

/** `from 24 Dec to 26 Dec, on Saturday and Sunday` */
function periodWords({ from, until, weekdays: days }: NonNullable<Rule["period"]>, timeZone: string): string {
  const { period } = words;
  const [first, last] = [from, until].map(
    (text) => text && (text.includes("T") ? moment(text, timeZone) : day(text, "UTC")),
  );
  const span = first && last ? period.between(first, last) : first ? period.from(first) : last && period.until(last);
  const names = days && weekdays.flatMap((one, n) => (days.includes(one) ? [weekdayName(n)] : []));
  return [span, names && period.on(listOf(names))].filter(Boolean).join(", ");
}

type Shown = Pick<Rule, "when" | "effect"> & { period?: Rule["period"] | undefined };

const inPeriod = (sentence: string, { period }: Shown, timeZone: string): string =>
  period ? `${sentence}, ${periodWords(period, timeZone)}` : sentence;

/** `Hide products without a picture on Google, from 24 Dec` */
export const ruleWords = (rule: Shown, timeZone: string, names?: StoreNames): string =>
  inPeriod(contentWords(rule, names), rule, timeZone);

function contentWords({ when, effect }: Shown, names: StoreNames | undefined): string {
  const wordsOf = (conditions: Condition[]) => conditions.map((condition) => partWords(toPart(condition), names));
  const conditions = "all" in when ? listOf(wordsOf(when.all)) : listOf(wordsOf(when.any), "disjunction");
  return effectWords(effect, words.products(conditions));
}

/** The stores of the conditions of a rule, of each condition at most `most`. */
export const storesIn = (when: When, most?: number): string[] =>
  Object.values(when)
    .flat()
    .map(toPart)
    .flatMap(({ field, values }) => (field === "store" ? values.slice(0, most) : []));

/** The same with its place. @param store the name of the rule's store */
export function sentenceOf(
  rule: Shown & Pick<Rule, "storeId">,
  { store, timeZone, names }: { store: string | undefined; timeZone: string; names?: StoreNames },
): string {
  const sentence = contentWords(rule, names);
  const ofAll = storesIn(rule.when, 1).length > 0 ? sentence : words.inAllStores(sentence);
  const placed = rule.storeId === null ? ofAll : store && words.inStore(sentence, store);
  return inPeriod(placed ?? sentence, rule, timeZone);
}
