import type { Feed } from "./feed.ts";
import { cleanBarcode, isGtin } from "./lines/barcode.ts";
import { type FieldNames, productNames, stockNames } from "./lines/column-names.ts";
import { readNumber } from "./lines/read-decimal.ts";
import { readAvailability } from "./lines/read-quantity.ts";
import { plain } from "./lines/words-behind.ts";
import { readRecords } from "./read-records.ts";

const LINES = 50;
const COLUMNS = 200;
const MAX_SUGGESTIONS = 3;
/** The lowest score of a suggestion, and of one that only has the right values. */
const LIKELY_SCORE = 0.4;
const MIN_SCORE = 0.3;

/** Pairs of letters, for a similarity of names that bears typing errors and other endings. */
function pairs(text: string): Set<string> {
  return new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)));
}

interface Name {
  text: string;
  pairs: Set<string>;
}

const nameOf = (text: string): Name => ({ text, pairs: pairs(text) });

function knownNames(field: string): Name[] {
  const { names, otherwise = [] } = known[field] ?? { names: [] };
  return [...names, ...otherwise].map(nameOf);
}

const known: Record<string, FieldNames> = { ...productNames, ...stockNames };

function similarity(one: Name, other: Name): number {
  const [small, large] = one.pairs.size < other.pairs.size ? [one, other] : [other, one];
  const same = [...small.pairs].filter((pair) => large.pairs.has(pair)).length;
  return large.pairs.size ? (2 * same) / (one.pairs.size + other.pairs.size) : 0;
}

function byName(name: Name, known: readonly Name[]): number {
  return Math.max(
    0,
    ...known.map((alias) => (alias.text.length > 3 && name.text.includes(alias.text) ? 0.8 : similarity(name, alias))),
  );
}

const share = (values: readonly string[], is: (value: string) => boolean): number =>
  values.length ? values.filter(is).length / values.length : 0;

const isPrice = (value: string): boolean => /^\D{0,4}\d{1,6}[.,]\d{2}\D{0,4}$/.test(value);
const isQuantity = (value: string): boolean => {
  const { whole = "123456", fraction = "" } = readNumber(value)?.decimal ?? {};
  return whole.length <= 5 && /^0*$/.test(fraction);
};

function byValues(field: string, values: readonly string[]): number {
  if (field === "barcode") return share(values, (value) => isGtin(cleanBarcode(value, { isCell: true })));
  if (field === "price") return share(values, isPrice) * 0.8;
  if (field === "quantity") return share(values, isQuantity) * 0.6;
  if (field === "availability") return share(values, (value) => readAvailability(value) !== undefined);
  return 0;
}

export async function firstValues(feed: Feed): Promise<{ values: string[][]; rows: string[][] }> {
  const positions = feed.names.slice(0, COLUMNS).map((_, position) => position);
  const values: string[][] = positions.map(() => []);
  const rows: string[][] = [];
  for await (const batch of readRecords(feed, { positions })) {
    for (const { fields } of batch) {
      if (!fields || rows.length >= LINES) continue;
      const row = fields.map((value) => value.trim().slice(0, 100));
      rows.push(row);
      for (const [at, value] of row.entries()) if (value) values[at]?.push(value);
    }
    if (rows.length >= LINES) break;
  }
  return { values, rows };
}

/**
 * The columns that fields without a known name may have, by the names and the values of the columns. Each field has at most three, the
 * most likely first.
 */
export async function suggestColumns(
  feed: Feed,
  fields: readonly string[],
  taken: readonly number[] = [],
): Promise<Record<string, string[]>> {
  if (!fields.length) return {};
  const { values } = await firstValues(feed);
  const columns = feed.names.slice(0, COLUMNS).map((name) => nameOf(plain(name)));
  const suggestions: Record<string, string[]> = {};
  for (const field of fields) {
    // The pairs of a name are made once, because a header can have 64 KiB.
    const known = knownNames(field);
    const scored = values.flatMap((column, at) => {
      const name = feed.names[at]?.trim();
      const plainName = columns[at];
      if (!name || !plainName || taken.includes(at)) return [];
      if (
        /^(?:quantity|availability)$/.test(field) &&
        share(column, (value) => isPrice(value) && !isQuantity(value)) > 0.5
      )
        return [];
      const score = byName(plainName, known) * 0.6 + byValues(field, column) * 0.6;
      return score >= MIN_SCORE ? [{ name: name.slice(0, 100), score }] : [];
    });
    const likely = scored.filter(({ score }) => score >= LIKELY_SCORE);
    const best = (likely.length ? likely : scored).toSorted((a, b) => b.score - a.score).slice(0, MAX_SUGGESTIONS);
    if (best.length) suggestions[field] = best.map(({ name }) => name);
  }
  return suggestions;
}
