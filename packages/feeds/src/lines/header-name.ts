import { currencies, isMarkOf } from "./read-price.ts";

/** Letters and digits of a name in lower case, without accents: `Qté.` is `qte`. */
export function plain(name: string): string {
  const letters = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss");
  return letters.replace(/[^\p{L}\p{N}]/gu, "");
}

const suffix = /^(.+?)\s*[([{]([^()[\]{}]*)[)\]}]\s*$/s;
const prefixes = ["variant", "product", "item", "current"];
const withTax =
  /^(.+?)(?:(?:inc|incl|including|inclusive|inkl|with|mit)(?:of)?(?:vat|tax|taxes|gst|mwst|btw|iva|tva|moms|ust)|ttc)$/;
const withoutTax =
  /^(?:ex|excl|excluding|exclusive|exkl|before|without|ohne|zzgl|sans|hors|sin|senza|zonder)(?:of)?(?:vat|tax|taxes|gst|mwst|btw|iva|tva|moms|ust)$|^(?:net|netto|ht)$/;
/** Suffixes that do not name a place: a moment, a unit, or whether a person may edit the column. */
const qualifiers = new Set([
  "current",
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
  /** The other forms: without tax words, known prefixes, and the name of a store. */
  others: string[];
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
  let bare = name.trim();
  const sign = /\p{Sc}/u.exec(bare)?.[0];
  if (sign && store.currency) currency = isMarkOf(store.currency, sign) ? store.currency : sign;
  for (let match = suffix.exec(bare); match; match = suffix.exec(bare)) {
    const [, before = "", inside = ""] = match;
    bare = before.trim();
    const text = plain(inside);
    if (currencies.has(inside.trim().toUpperCase())) currency = inside.trim().toUpperCase();
    else if (own.includes(text)) place = "own";
    else if (withoutTax.test(text)) place = "net";
    else if (isForInput(text)) place = "input";
    else if (text && !qualifiers.has(text) && !withTax.test(`x${text}`) && place === "bare") place = "other";
  }
  const code = /^(.+?)[\s_-]([A-Za-z]{3})$/.exec(bare);
  if (code?.[1] && currencies.has((code[2] ?? "").toUpperCase())) {
    currency = code[2]?.toUpperCase();
    others.add(plain(code[1]));
  }
  whole.add(plain(bare));
  for (const form of [...whole, ...others]) {
    const taxed = withTax.exec(form)?.[1];
    if (taxed) others.add(taxed);
  }
  for (const form of [...whole, ...others]) {
    for (const store of own) {
      const base = withoutStore(form, store);
      if (!base) continue;
      place = "own";
      others.add(base);
    }
  }
  const [, base = "", rest = ""] = perStore.exec(bare.replaceAll("_", " ")) ?? [];
  const isStore = rest.split(/[\s_-]+/).some((word) => !noStore.has(plain(word)));
  if (base && isStore && place === "bare") {
    place = "other";
    others.add(plain(base));
  }
  for (const form of [...whole, ...others]) {
    for (const prefix of prefixes) if (form.startsWith(prefix)) others.add(form.slice(prefix.length));
  }
  return { whole: [...whole].filter(Boolean), others: [...others].filter(Boolean), place, currency };
}

function withoutStore(form: string, store: string): string {
  if (store.length < SHORTEST_PLACE || form.length <= store.length) return "";
  if (form.endsWith(store)) return form.slice(0, -store.length);
  return form.startsWith(store) ? form.slice(store.length) : "";
}
