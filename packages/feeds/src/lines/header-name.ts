import { currencies, isMarkOf } from "./read-price.ts";
import { inMinorUnits, isMinorUnit, meaningOf, plain, wordsOf } from "./words-behind.ts";

const suffix = /^(.+?)\s*[([{]([^()[\]{}]*)[)\]}]\s*$/s;
const prefixes = ["variant", "product", "item", "current", "article", "artikel"];
const tax = "(?:vat|tax|taxes|gst|mwst|btw|iva|tva|moms|ust)";
const withWord =
  "(?:incl?|included|including|inclusive|inkl|with|mit|con|incluid[ao]|inclus[aeo]?|comprise?|compres[ao])";
const withoutWord =
  "(?:exc?|excl|excluded|excluding|exclusive|exkl|before|without|ohne|zzgl|sans|hors|sin|senza|zonder|escl|esclus[ao])";
/** Both orders occur, and a rate: `inc. 20% VAT`, `IVA incl.` */
const withTax = new RegExp(
  `^(.+?)(?:${withWord}(?:of)?\\d*${tax}|${tax}${withWord}|ttc|incl?|inkl|brutto|gross|lordo|ivat[oa])$`,
);
const withoutTax = new RegExp(`${withoutWord}(?:of)?\\d*${tax}$|${tax}${withoutWord}$|^(?:exc?|excl|exkl)$`);
/** Words in brackets that say which code a column holds: `Custom label (SKU)`. */
const codeWord = /^(?:barcode|ean(?:8|13)?|gtin(?:8|12|13|14)?|upca?|isbn(?:10|13)?|sku)$/;
/** Several names of one column: `SKU/Barcode`, `GTIN, UPC, EAN or ISBN`. */
const between = /[/,|;&]|\s(?:or|oder|ou|of|o|e|y|et|and|und|en)\s/i;
/** Names that one column per store can have, before the name of the store. */
const perStore =
  /^(current\s+quantity|inventory|(?:stock|quantity|qty)(?=\s+(?:at|in|@)\s))\s+(?:(?:at|in|@)\s+)?(\S.*)$/is;
/** A shorter external id could be a part of any name. In brackets it counts. */
const SHORTEST_PLACE = 3;

/** The store of a feed, as its exports name it. */
export interface StoreContext {
  /** ISO 4217. */
  currency: string;
  /** Name and external id. */
  names: readonly string[];
}

/** What a name in a header can mean. */
export interface HeaderName {
  /** The name in letters and digits: the whole name, and the name without its suffix. */
  whole: string[];
  /** The other forms: without tax words, known prefixes, and the name of a store. `thisstore` is a name that is only the store's. */
  others: string[];
  /** The parts of a name that lists several names: `sku` and `barcode` of `SKU/Barcode`. */
  parts?: string[];
  /** The name says that a price has tax, so another column can be the price without. */
  isTaxed?: boolean;
  /** The name is a question, so the values are yes or no: `In stock?`. */
  isQuestion?: boolean;
  /** The name says that a price is in hundredths of its currency: `Price (pence)`. */
  isMinor?: boolean;
  /**
   * `own`: names this store. `bare`: has no suffix, or one without meaning. `other`: has a suffix that may name a store. `fact`: has one
   * that names none. `input`: for a person's entries. `another`: has no field, because of a word such as `sold`, `trade` or `without tax`.
   */
  place: "own" | "bare" | "other" | "fact" | "input" | "another";
  /** The suffix of unknown meaning, in letters and digits. */
  unknown?: string | undefined;
  /** A currency in the name: its code, or its sign. */
  currency: string | undefined;
}

/** Longer names mean nothing. The bound keeps the expressions below cheap, because some take quadratic time. */
const LONGEST_NAME = 500;

export function readHeaderName(name: string, store: StoreContext): HeaderName {
  if (name.length > LONGEST_NAME) return { whole: [], others: [], place: "bare", currency: undefined };
  const own = store.names.map(plain).filter(Boolean);
  const full = plain(name);
  const whole = new Set([full]);
  const others = new Set<string>();
  let place: HeaderName["place"] = "bare";
  let unknown: string | undefined;
  let currency: string | undefined;
  let isTaxed = false;
  let isMinor = false;
  let bare = name.trim().replace(/\s+in\s+\p{Sc}$/iu, "");
  const sign = /\p{Sc}/u.exec(name)?.[0];
  if (sign && store.currency) currency = isMarkOf(store.currency, sign) ? store.currency : sign;
  for (let match = suffix.exec(bare); match; match = suffix.exec(bare)) {
    const [, before = "", inside = ""] = match;
    bare = before.trim();
    if (place === "another") continue;
    const said = wordsOf(inside);
    const code = said.find((word) => currencies.has(said.length > 1 ? word : word.toUpperCase()));
    if (code) currency = code.toUpperCase();
    isMinor ||= said.some(isMinorUnit);
    const words = said.filter((word) => word !== code && !isMinorUnit(word));
    const text = plain(words.join(""));
    const meaning = withoutTax.test(text) ? "another" : meaningOf(words);
    if (own.includes(plain(inside))) place = "own";
    else if (codeWord.test(text)) others.add(text);
    else if (meaning === "another" || meaning === "input") place = meaning;
    else if (withTax.test(`x${text}`)) isTaxed = true;
    else if (meaning !== "nothing" && place === "bare") [place, unknown] = [meaning, text];
  }
  const code = /^(.+?)[\s_-]([A-Za-z]{3})$/.exec(bare);
  if (code?.[1] && currencies.has((code[2] ?? "").toUpperCase())) {
    currency = code[2]?.toUpperCase();
    others.add(plain(code[1].replace(/\s+in$/i, "")));
  }
  const [, front = "", behind = ""] = /^([A-Z]{3})[\s_-](.+)$/.exec(bare) ?? [];
  if (currencies.has(front)) {
    currency = front;
    others.add(plain(behind));
  }
  whole.add(plain(bare));
  for (const form of [...whole, ...others]) {
    const inUnits = inMinorUnits.exec(form)?.[1];
    if (inUnits === undefined) continue;
    others.add(inUnits);
    isMinor = true;
  }
  for (const form of [...whole, ...others]) {
    const taxed = withTax.exec(form)?.[1];
    if (!taxed) continue;
    others.add(taxed);
    isTaxed = true;
  }
  for (const form of [...whole, ...others]) {
    for (const store of own) {
      if (form === store) others.add("thisstore");
      const base = withoutStore(form, store);
      if (!base) continue;
      if (place !== "another") place = "own";
      others.add(base).add(base.replace(/(?:at|in)$/, ""));
    }
  }
  const [, base = "", rest = ""] = perStore.exec(bare.replaceAll("_", " ")) ?? [];
  if (base && place === "bare" && meaningOf(wordsOf(rest)) === "other") {
    [place, unknown] = ["other", plain(rest)];
    others.add(plain(base));
  }
  for (const form of [...whole, ...others]) others.add(withoutPrefix(form));
  const parts = between.test(bare) ? bare.split(between).map(plain).filter(Boolean) : [];
  const forms = { whole: [...whole].filter(Boolean), others: [...others].filter(Boolean), parts };
  return { ...forms, isTaxed, isMinor, isQuestion: /[?¿]/.test(bare), place, unknown, currency };
}

/** A form without a known prefix: `variantbarcode` is `barcode`. */
export function withoutPrefix(form: string): string {
  const prefix = prefixes.find((known) => form.startsWith(known));
  return prefix === undefined ? form : form.slice(prefix.length);
}

function withoutStore(form: string, store: string): string {
  if (store.length < SHORTEST_PLACE || form.length <= store.length) return "";
  if (form.endsWith(store)) return form.slice(0, -store.length);
  return form.startsWith(store) ? form.slice(store.length) : "";
}
