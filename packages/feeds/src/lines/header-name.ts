import { isTodayOrEmpty } from "../periods.ts";
import { isOverall, neutralQuantities, stockNames, stockQuantities } from "./column-names.ts";
import { currencies, isMarkOf } from "./read-price.ts";
import { inMinorUnits, isMinorUnit, meaningOf, plain, type SaleDay, saleDayOf, wordsOf } from "./words-behind.ts";

const prefixes = ["variant", "product", "item", "current", "article", "artikel"];
const tax = "(?:vat|tax|taxes|gst|mwst|btw|iva|tva|moms|ust|mva|dph|kdv|税|steuern?|impuestos?|imposte)";
const withWord =
  "(?:incl?|included|including|inclusive|inkl|with|mit|con|com|avec|met|vcetne|dahil|込|incluid[ao]s?|inclus(?:ief|[aeo])?|comprise?|compres[ao])";
const withoutWord =
  "(?:exc?|excl|exclude[sd]?|excluding|exclusive|(?:not|non?|nicht|niet)(?:incl|included|including|inkl|inbegrepen|comprise?|incluid[ao]|inclus[ao]|compres[ao])|exclusief|exkl|ekskl|uden|uten|utan|bez|sem|haric|抜|before|without|ohne|zzgl|zuzuglich|sans|hors|plus|mas|piu|sin|senza|zonder|escl|esclus[ao])";
/** Both orders occur, and a rate: `inc. 20% VAT`, `IVA incl.` */
const withTax = new RegExp(
  `^(.+?)(?:${withWord}(?:of)?\\d*${tax}|${tax}${withWord}|sdph|ttc|tvac|btwi|incl?|inkl|brutto|gross|lordo|ivat[oa])$`,
);
const withoutTax = new RegExp(`${withoutWord}(?:of)?\\d*${tax}$|${tax}${withoutWord}$|^(?:exc?|excl|exkl|${tax})$`);
export const saysNoTax = (text: string): boolean => withoutTax.test(plain(text));
export const saysTax = (text: string): boolean => withTax.test(`x${plain(text)}`);
const free =
  "(?:available|free|sellable|unreserved|verf(?:u|ue)gbare?r?|verkaufbare?r?|freie?r?|disponibles?|dispo|libres?|vendibil[ei]|vendibles?|disponibil[ei]|beschikbaa?re?|verkoopbaa?re?|vrije?)";
const freeWord = new RegExp(`^${free}|${free}$`);
/** Free copies are gifts, an available balance is money, and a total can be that of all stores. */
const stocks = new Set(stockQuantities.filter((name) => !/balance|copies/.test(name) && !isOverall(name)));
/** `Bestand (verfügbar)`, `Freier Lagerbestand`: of a stock, what can be sold. */
function isFreeStock(form: string): boolean {
  const rest = form.replace(freeWord, "");
  return rest !== form && stocks.has(rest);
}
const quantities: ReadonlySet<string> = new Set(stockNames.quantity.names);
/** Words in brackets that say which code a column holds: `Custom label (SKU)`. */
const codeWord = /^(?:barcode|ean(?:8|13)?|gtin(?:8|12|13|14)?|upca?|isbn(?:10|13)?|sku)$/;
/** Several names of one column: `SKU/Barcode`, `GTIN, UPC, EAN or ISBN`. */
const between = /[/,|;&]|\s(?:or|oder|ou|of|o|e|y|et|and|und|en)\s/i;
/** Names that one column per store can have, before the name of the store. */
const perStore =
  /^(current\s+quantity|inventory|(?:stock|quantity|qty)(?=\s+(?:at|in|@)\s))\s+(?:(?:at|in|@)\s+)?(\S.*)$/is;
/** `inventory_Main_Outlet` and `Inventory at Main`, and no `Inventory age`. */
const canBePlace = (name: string): boolean => !/^inventory[\s_]/i.test(name) || /^.{9}(?:_|\s(?:at|in|@)\s)/.test(name);
/** `Stock at retail` is an amount of money. */
const ofPieces =
  /^(?:pcs?|pieces?|units?|items?|each|stk|stuck|bottles|shelf|shopfloor|shop|store|laden|geschaft|magasin|boutique|tienda|winkel|negozio)$/;
/** `€/kg` is no price of one piece. */
const perMeasure = /\/(?=\s?\d{0,4}\s?(?:kg|g|l|ltr|lit(?:re|er|ro)|[cm]l|c?m[²2]?)\b)/i;
/** A shorter external id could be a part of any name. In brackets it counts. */
const MIN_PLACE_LENGTH = 3;

export interface StoreContext {
  currency: string;
  country?: string | undefined;
  names: readonly string[];
  /** In letters and digits: the names, external ids and store codes of the retailer's stores. */
  stores?: ReadonlySet<string>;
}

export interface HeaderName {
  /** In letters and digits: the whole name, and the name without its suffix. */
  whole: string[];
  /** The other forms: without tax words, known prefixes, and the name of a store. `thisstore` and `otherstore`: only the name of a store. */
  others: string[];
  /** `sku` and `barcode` of `SKU/Barcode`. */
  parts?: string[];
  isTaxed?: boolean;
  /** The values are yes or no: `In stock?`. */
  isQuestion?: boolean;
  /** In hundredths of its currency: `Price (pence)`. */
  isMinor?: boolean;
  /**
   * `own`: names this store. `bare`: has no suffix, or one without meaning. `other`: has a suffix that may name a store. `fact`: has one
   * that names none. `input`: for a person's entries. `another`: has no field, because of a word such as `sold`, `trade` or `without tax`.
   */
  place: "own" | "bare" | "other" | "fact" | "input" | "another";
  unknown?: string | undefined;
  /** Whether the unknown word can name a store. Such a name begins with a capital, as that of its column: not `Stock (sprzedane)`. */
  isStore?: boolean;
  saleDay?: SaleDay | undefined;
  currency: string | undefined;
}

/** Longer names mean nothing, and neither do the suffixes of a name after the first ones. */
const MAX_NAME_LENGTH = 500;
const MAX_SUFFIXES = 10;
/** Later lines repeat them. */
const MAX_REMEMBERED = 1_000;
const remembered = new WeakMap<StoreContext, Map<string, HeaderName>>();

export function readHeaderName(name: string, store: StoreContext): HeaderName {
  if (name.length > MAX_NAME_LENGTH) return { whole: [], others: [], place: "bare", currency: undefined };
  const known = remembered.get(store) ?? new Map<string, HeaderName>();
  const read = known.get(name) ?? meaningOfName(name, store);
  if (known.size < MAX_REMEMBERED) remembered.set(store, known.set(name, read));
  return read;
}

/** The text before the last pair of brackets of a name, and the text inside of them. */
export function splitSuffix(name: string): [before: string, inside: string] | undefined {
  const text = name.trimEnd();
  if (!/[)\]}]$/.test(text)) return undefined;
  const open = Math.max(...["(", "[", "{"].map((sign) => text.lastIndexOf(sign)));
  const inside = text.slice(open + 1, -1);
  return open < 1 || /[)\]}]/.test(inside) ? undefined : [text.slice(0, open).trim(), inside];
}

const beforeIn = (name: string): string | undefined => (/\sin$/i.test(name) ? name.slice(0, -2).trimEnd() : undefined);

function meaningOfName(name: string, store: StoreContext): HeaderName {
  const own = store.names.map(plain).filter(Boolean);
  const full = plain(name);
  const whole = new Set([full]);
  const others = new Set<string>();
  let place: HeaderName["place"] = "bare";
  let unknown: string | undefined;
  let isStore = true;
  let currency: string | undefined;
  let isTaxed = false;
  let isMinor = false;
  let bare = name.trim();
  // A share, the number of a product, or a number of lines in a pivot table.
  if (/^(?:stock|inventory)\s?[#№]$/i.test(bare)) place = "another";
  if (
    /[%‰]$|\+\s?(?:vat|tax|gst|mwst|ust|iva|btw|tva)$|^(?:count|number|anzahl|nombre|recuento|conteggio|aantal) (?:of|von|de|di|van) /i.test(
      bare,
    )
  )
    place = "another";
  if (/\s\p{Sc}$/u.test(bare)) bare = beforeIn(bare.replace(/\p{Sc}$/u, "").trimEnd()) ?? bare;
  const sign = /\p{Sc}/u.exec(name)?.[0];
  if (sign && store.currency) currency = isMarkOf(store.currency, sign) ? store.currency : sign;
  for (let n = 0, split = splitSuffix(bare); n < MAX_SUFFIXES && split; n++, split = splitSuffix(bare)) {
    const inside = split[1];
    bare = split[0];
    if (place === "another") continue;
    const said = wordsOf(inside.replace(perMeasure, " per "));
    const code = said.find((word) => currencies.has(said.length > 1 ? word : word.toUpperCase()));
    if (code) currency = code.toUpperCase();
    isMinor ||= said.some(isMinorUnit);
    const words = said.filter((word) => word !== code && !isMinorUnit(word));
    const text = plain(words.join(""));
    // `10+`, `+ VAT` and `%` are other numbers, too.
    const meaning =
      withoutTax.test(text) || /^\s*[+%]|\+\s*$|\/\s?\d{2}|^[Tk]\p{Sc}/u.test(inside) ? "another" : meaningOf(words);
    if (own.includes(plain(inside))) place = "own";
    else if (store.stores?.has(plain(inside))) place = "another";
    else if (codeWord.test(text)) others.add(text);
    // The number of a day is that of its sales.
    else if (isTodayOrEmpty(text) && text && neutralQuantities.includes(plain(bare))) place = "another";
    else if (meaning === "another" || meaning === "input") place = meaning;
    else if (withTax.test(`x${text}`)) isTaxed = true;
    // In round brackets, an unknown word of any language can say that the number is another one.
    else if (meaning !== "nothing" && place === "bare") {
      [place, unknown] = [meaning, text];
      isStore = !name.includes("(") && !(/^\p{Lu}/u.test(bare) && /^\s*\p{Ll}/u.test(inside));
    }
  }
  if (place !== "another" && isFreeStock(full)) {
    place = "bare";
    others.add("freestock");
  }
  const split = bare.split(/[\s_-]+/);
  const at = split.findIndex((part, n) => currencies.has(n === split.length - 1 ? part.toUpperCase() : part));
  if (at >= 0 && split.length > 1) {
    currency = split[at]?.toUpperCase();
    const from = /^in$/i.test(split[at - 1] ?? "") ? at - 1 : at;
    others.add(plain(split.toSpliced(from, at - from + 1).join("")));
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
  // `Stock S1`, by a code that is too short for a part of a word. `Price L1` can be that of a level, and `Qty Q1` that of a quarter.
  const apart = split.findIndex((word) => /\d/.test(word) && /\p{L}/u.test(word) && own.includes(plain(word)));
  const rests = plain(split.toSpliced(apart, 1).join(""));
  const isPeriod = /^[qw]\d\d?$/i.test(split[apart] ?? "") && !stocks.has(rests);
  if ([0, split.length - 1].includes(apart) && quantities.has(rests) && !isPeriod) {
    if (place !== "another") place = "own";
    others.add(rests);
  }
  if (store.stores?.has(full) && !own.includes(full)) others.add("otherstore");
  const [, base = "", rest = ""] = perStore.exec(bare.replaceAll("_", " ")) ?? [];
  if (place !== "own" && store.stores?.has(plain(rest))) place = "another";
  if (base && place === "bare" && canBePlace(bare) && meaningOf(wordsOf(rest)) === "other") {
    [place, unknown] = ["other", plain(rest)];
    others.add(plain(base));
  }
  // `Stock in pcs`
  else if (base && place === "bare" && /\s(?:at|in|@)\s/i.test(bare) && ofPieces.test(plain(rest)))
    others.add(plain(base));
  for (const form of [...whole, ...others]) others.add(withoutPrefix(form));
  const parts = between.test(bare) ? bare.split(between).map(plain).filter(Boolean) : [];
  const forms = { whole: [...whole].filter(Boolean), others: [...others].filter(Boolean), parts };
  return {
    ...forms,
    saleDay: saleDayOf(name),
    isTaxed,
    isMinor,
    isQuestion: /[?¿]/.test(bare),
    place,
    unknown,
    isStore,
    currency,
  };
}

/** A form without a known prefix: `variantbarcode` is `barcode`. */
export function withoutPrefix(form: string): string {
  const prefix = prefixes.find((known) => form.startsWith(known));
  return prefix === undefined ? form : form.slice(prefix.length);
}

function withoutStore(form: string, store: string): string {
  if (store.length < MIN_PLACE_LENGTH || form.length <= store.length) return "";
  if (form.endsWith(store)) return form.slice(0, -store.length);
  return form.startsWith(store) ? form.slice(store.length) : "";
}
