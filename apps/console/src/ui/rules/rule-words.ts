import { weekdays } from "@highstreet/router/core/stores/hours.schema.ts";
import type { Condition, Effect, Rule } from "@highstreet/router/features/rules/rules.schema.ts";
import { channelName } from "../edits/product-words.ts";
import { count, day, listOf, moment, quantity, weekdayName } from "../parts/formats.ts";
import { texts as shared } from "../parts/texts.ts";
import { texts } from "./texts.ts";

const words = texts.words;

/** Values of a list that a sentence names. */
const NAMED = 3;

function someOf(values: string[], type: "conjunction" | "disjunction" = "disjunction"): string {
  const named = values.slice(0, NAMED).map(shared.edit.quoted);
  const others = values.length - named.length;
  return listOf(others > 0 ? [...named, words.others(quantity(others))] : named, type);
}

type Choice = { is: string[] } | { isNot: string[] };

const chosen = (given: Choice, is: (values: string) => string, isNot: (values: string) => string): string =>
  "is" in given ? is(someOf(given.is)) : isNot(someOf(given.isNot));

function ranged(
  { from, under }: { from?: number | undefined; under?: number | undefined },
  range: typeof words.price,
): string {
  if (from === undefined) return range.under(quantity(under ?? 0));
  return under === undefined ? range.from(quantity(from)) : range.between(quantity(from), quantity(under));
}

function conditionWords(condition: Condition): string {
  if ("brand" in condition) return chosen(condition.brand, words.brand, words.otherBrand);
  if ("category" in condition) return chosen(condition.category, words.category, words.otherCategory);
  if ("condition" in condition) {
    const names = (values: string[]) =>
      listOf(
        values.map((one) => words.conditions[one as "new"]),
        "disjunction",
      );
    const { condition: given } = condition;
    return "is" in given ? words.condition(names(given.is)) : words.otherCondition(names(given.isNot));
  }
  if ("price" in condition) return ranged(condition.price, words.price);
  if ("quantity" in condition) return ranged(condition.quantity, words.quantity);
  if ("has" in condition) return words.has[condition.has];
  if ("lacks" in condition) return words.lacks[condition.lacks];
  if ("barcode" in condition) {
    const { barcode } = condition;
    return "is" in barcode ? words.barcode(someOf(barcode.is)) : words.barcodeStart(someOf(barcode.startsWith));
  }
  if ("store" in condition) {
    const { store } = condition;
    const stores = (ids: string[]) => count(ids.length, "store");
    return "is" in store ? words.ofStores(stores(store.is)) : words.notOfStores(stores(store.isNot));
  }
  const { title } = condition;
  if ("hasNone" in title) return words.withoutWords(someOf(title.hasNone));
  return words.withWords("hasAll" in title ? someOf(title.hasAll, "conjunction") : someOf(title.hasAny));
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
export const ruleWords = (rule: Shown, timeZone: string): string => inPeriod(contentWords(rule), rule, timeZone);

function contentWords({ when, effect }: Shown): string {
  const conditions =
    "all" in when ? listOf(when.all.map(conditionWords)) : listOf(when.any.map(conditionWords), "disjunction");
  return effectWords(effect, words.products(conditions));
}

/** The same with its place. @param store the name of the rule's store */
export function sentenceOf(
  rule: Shown & Pick<Rule, "storeId">,
  { store, timeZone }: { store: string | undefined; timeZone: string },
): string {
  const sentence = contentWords(rule);
  const conditions = Object.values(rule.when).flat();
  const isPlaced = conditions.some((condition) => "store" in condition);
  const ofAll = isPlaced ? sentence : words.inAllStores(sentence);
  const placed = rule.storeId === null ? ofAll : store && words.inStore(sentence, store);
  return inPeriod(placed ?? sentence, rule, timeZone);
}
