type Days = readonly [from: string, until: string];

/** An item as the shop has it. */
export interface Item {
  /** A GTIN, or the shop's own code. */
  barcode: string;
  isOwnCode: boolean;
  title: string;
  /** The regular price in thousandths. */
  price: number;
  /** A lower price that counts now, in thousandths. */
  sale: number | undefined;
  /** A sale price that does not count now. */
  otherSale?: number | undefined;
  /** The first and the last day of the sale. */
  saleDays?: Days | undefined;
  /** In thousandths. */
  quantity: number;
}

/** Random choices that a seed repeats. */
export interface Random {
  /** A whole number from 0 to below the limit. */
  below(limit: number): number;
  of<One>(choices: readonly One[]): One;
  /** Whether an event of this probability happens. */
  chance(probability: number): boolean;
}

/** The generator mulberry32. */
export function randomOf(seed: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    of: (choices) => choices[below(choices.length)] as (typeof choices)[number],
    chance: (probability) => next() < probability,
  };
}

/** Digits with the check digit of GS1. */
function withCheckDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

const someDigits = (random: Random, length: number): string => Array.from({ length }, () => random.below(10)).join("");

function gtin(random: Random): string {
  const [prefix, length] = random.of([
    ...[["50", 13] as const, ["40", 13] as const, ["978", 13] as const, ["978", 13] as const],
    ...[["871", 13] as const, ["0", 12] as const, ["6", 12] as const, ["96", 8] as const],
  ]);
  return withCheckDigit(prefix + someDigits(random, length - 1 - prefix.length));
}

const ownCode = (random: Random): string =>
  random.of([
    `MUG-${1 + random.below(999)}`,
    `${random.of(["A", "KX", "lamp"])}${10_000 + random.below(90_000)}`,
    `${100 + random.below(9_900)}`,
    `${10 + random.below(90)}E${10 + random.below(90)}`,
    `B0${random.of(["7", "8"])}Q${someDigits(random, 3)}ZXC`,
  ]);

const nouns = [
  "Mug",
  "Lamp",
  "Shelf",
  "Tea",
  "Scarf",
  "Käse",
  "Crème brûlée",
  "Jalapeño",
  "Stuhl, weiß",
  "Salt & Pepper",
];
const looks = [
  "blue",
  "0,5 l",
  "1.5 kg",
  '12"',
  '"Best"',
  "XL",
  "100 %",
  "50's",
  "a; b",
  "2 for 1",
  "No. 7",
  "- sale -",
];

function titleOf(random: Random): string {
  const text = `${random.of(nouns)} ${random.of(looks)}`;
  if (random.chance(0.1)) return ` ${text}`;
  return random.chance(0.2) ? `${random.of(looks)} ${text}` : text;
}

function priceOf(random: Random): number {
  const cents = random.of([
    () => 1 + random.below(99),
    () => 100 + random.below(9_900),
    () => 100 * (1 + random.below(400)),
    () => 100 + random.below(9_900),
    () => 100_000 + random.below(900_000),
    () => 1_000_000 + random.below(2_000_000),
  ])();
  return cents * 10;
}

function quantityOf(random: Random, weighs: boolean): number {
  if (weighs && random.chance(0.3)) return 1 + random.below(30_000);
  const units = random.of([
    () => random.below(20),
    () => random.below(400),
    () => random.below(20),
    () => 1_000 * (1 + random.below(9)),
    () => 1_000 + random.below(20_000),
    () => -1 - random.below(12),
  ])();
  return units * 1_000;
}

const daysNow: readonly Days[] = [
  ["", ""],
  ["2020-01-01", ""],
  ["", "2099-12-31"],
  ["2020-01-01 08:00", "2099-12-31"],
];
const otherDays: readonly Days[] = [
  ["2019-01-01", "2020-02-01"],
  ["2098-01-01", ""],
  ["2098-01-01", "2098-02-01"],
  ["", "2020-02-01"],
];

/** 1 to 12 different items. */
export function shelfOf(
  random: Random,
  has: { weighs: boolean; sales: boolean; saleDays: boolean; ownCodes: boolean },
): Item[] {
  const items = new Map<string, Item>();
  for (let left = random.of([1, 2, 3, 4, 6, 12]); left > 0; left--) {
    const isOwnCode = has.ownCodes && random.chance(0.15);
    const barcode = isOwnCode ? ownCode(random) : gtin(random);
    const price = priceOf(random);
    const lower = has.sales && price > 1_000 && random.chance(0.3) ? Math.floor(price / 20) * 10 : undefined;
    const isOther = has.saleDays && lower !== undefined && random.chance(0.5);
    const sales = isOther ? { sale: undefined, otherSale: lower } : { sale: lower };
    const saleDays = has.saleDays && lower !== undefined ? random.of(isOther ? otherDays : daysNow) : undefined;
    const quantity = quantityOf(random, has.weighs);
    items.set(keyOf(barcode), { barcode, isOwnCode, title: titleOf(random), price, ...sales, saleDays, quantity });
  }
  return [...items.values()];
}

/** Leading zeros of a long number do not count, because spreadsheets drop them. */
export const keyOf = (barcode: string): string => (/^0*\d{7,}$/.test(barcode) ? barcode.replace(/^0+/, "") : barcode);

/** What a customer pays now. */
export const paid = ({ price, sale }: Item): number => sale ?? price;
