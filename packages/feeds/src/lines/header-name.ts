import { currencies, isMarkOf } from "./read-price.ts";

/** Letters and digits of a name in lower case, without accents: `Qté.` is `qte`. */
export function plain(name: string): string {
  const letters = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss");
  return letters.replace(/[^\p{L}\p{N}]/gu, "");
}

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
const withoutTax = new RegExp(`^(?:${withoutWord}(?:of)?\\d*${tax}|${tax}${withoutWord}|exc?|excl|exkl|net|netto|ht)$`);
/** Words in brackets that say which code a column holds: `Custom label (SKU)`. */
const codeWord = /^(?:barcode|ean(?:8|13)?|gtin(?:8|12|13|14)?|upca?|isbn(?:10|13)?|sku)$/;
/** Several names of one column: `SKU/Barcode`, `GTIN, UPC, EAN or ISBN`. */
const between = /[/,|;&]|\s(?:or|oder|ou|of|o|e|y|et|and|und|en)\s/i;
/** Suffixes that do not name a place: a moment, a unit, or whether a person may edit the column. */
const qualifiers = new Set([
  "current",
  "primary",
  "main",
  "noteditable",
  "readonly",
  "units",
  "pcs",
  "items",
  "each",
  "required",
  "optional",
  "brutto",
  "gross",
  "lordo",
  "stk",
  "stuck",
  "bottles",
]);
/** A column that a person fills in before an import. */
const isForInput = (text: string): boolean => text === "new" || text === "adjusted";
/** Names that one column per store can have, before the name of the store. */
const perStore =
  /^(current\s+quantity|inventory|(?:stock|quantity|qty)(?=\s+(?:at|in|@)\s))\s+(?:(?:at|in|@)\s+)?(\S.*)$/is;
/** Words behind such a name that are no name of a store. */
const noStore = new Set(
  `policy tracker tracked tracking track management managed manage item id qty quantity count level levels type cost value
  asset account status date alert alerts alertcount threshold min minimum max maximum reorder point unit units uom enabled location
  locations sold ordered committed incoming reserved allocated available on in total new note notes code sku name description
  category price retail low warning control sync source adjust adjustment unavailable hand order orders last updated
  required amount size per case pack`.split(/\s+/),
);

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
  /**
   * `own`: names this store. `other`: has a suffix that may name a store. `bare`: has none, or one without meaning.
   * `input`: for a person's entries. `net`: without tax.
   */
  place: "own" | "bare" | "other" | "input" | "net";
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
  let currency: string | undefined;
  let isTaxed = false;
  let bare = name.trim().replace(/\s+in\s+\p{Sc}$/iu, "");
  const sign = /\p{Sc}/u.exec(name)?.[0];
  if (sign && store.currency) currency = isMarkOf(store.currency, sign) ? store.currency : sign;
  for (let match = suffix.exec(bare); match; match = suffix.exec(bare)) {
    const [, before = "", inside = ""] = match;
    bare = before.trim();
    const text = plain(inside);
    if (currencies.has(inside.trim().toUpperCase())) currency = inside.trim().toUpperCase();
    else if (own.includes(text)) place = "own";
    else if (withoutTax.test(text)) place = "net";
    else if (isForInput(text)) place = "input";
    else if (codeWord.test(text)) others.add(text);
    else if (withTax.test(`x${text}`)) isTaxed = true;
    else if (text && !qualifiers.has(text) && place === "bare") place = "other";
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
      place = "own";
      others.add(base).add(base.replace(/(?:at|in)$/, ""));
    }
  }
  const [, base = "", rest = ""] = perStore.exec(bare.replaceAll("_", " ")) ?? [];
  const isStore = rest.split(/[\s_-]+/).some((word) => !noStore.has(plain(word)));
  if (base && isStore && place === "bare") {
    place = "other";
    others.add(plain(base));
  }
  for (const form of [...whole, ...others]) others.add(withoutPrefix(form));
  const parts = between.test(bare) ? bare.split(between).map(plain).filter(Boolean) : [];
  const forms = { whole: [...whole].filter(Boolean), others: [...others].filter(Boolean), parts };
  return { ...forms, isTaxed, isQuestion: /[?¿]/.test(bare), place, currency };
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
