import { pricesOfStore, stockNames } from "./column-names.ts";
import { type ColumnRules, type Columns, indexOf } from "./feed-columns.ts";
import { type LineRejection, shown } from "./feed-line.ts";
import { type HeaderName, readHeaderName, saysNoTax } from "./header-name.ts";
import { readNumber } from "./read-decimal.ts";
import type { StockField } from "./stock-line.ts";
import { inMinorUnits, meaningOf, plain, wordsOf } from "./words-behind.ts";

/** Words of a price, or of a price that is lower than before. */
const priceWord =
  /price|preis|prix|precio|prezz|prijs|cena|ceny|hinta|preco|fiyat|価格|цена|pret$|pris$|(?:promo|sale|clearance|markdown|special|store|shop|pos|till|actual|owned|ticketed|marked)retail$|^(?:now|today|jetzt|heute|aujourdhui|hoy|ahora|oggi|adesso|vandaag|clearance|outlet)$|(?:you|to|amountto)pay$|tobepaid|zuzahlen|apayer|apagar|dapagare|tebetalen|^sell(?:s|ing)?(?:at|for)?$|^soldat$|markeddown|^(?:nu|nuvoor|pos|till|ticket(?:ed)?|tag(?:ged)?|sticker|label|override|storeoverride|effective)$|^a?vk|vk$|^pvp|pvp$|^pv(?:ttc)?(?:sold|promo|remis)/;
/** Such a price is another one: of other buyers, amounts and days, or a reference. */
const notOfToday =
  /measure|\bmap\b|volume|^floor price|^price floor|instal|index|\brank|rating|business|weight|suppl|purchas|einkauf|achat|compra|acquist|inkoop|wholesal|gro(?:ss|ß)handel|groothandel|distribu|wiederverk|menge|marge|spanne|kalk|letzt(?!e[ -]?chance)|datum|umsatz|anzahl|differenz|prozent|gewicht|status|summe|lfd|fabricante|pvpr|impuesto|empf|fa[kc]tor|einheit|\bvke\b|\bvj\b|\bme\b|ø|exkl|excl|ohne|sans|senza|zonder|level|group|grupp|list|\btier|break|rule|zone|charge|adjust(?!ed)|change|update|margin|compar|competitor|amazon|ebay|market|bulk|extended|line|total|stock|student|grund|basis|netto|revient|next|deliver|install|fitting|service|gift|second|buy ?back|price [b-e]$|h[aä]ndler|kost|clubcard|kundenkarte|stammkunde|klantenkaart|fid[eé]l|tessera|staffel|omnibus|\balt|ancien|statt|barr|\bvan\b|regul|norm|standard|original|base|rrp|msrp|uvp|consei|recom|advies|sugges|origin|before|currency|code|type|date|\bid\b|\bx\b|\d|[/\\]/;
/** `Price-1` is that of the first level, which can be that of today. */
const ofFirst = /\b(price|preis|prix|precio|prezzo|prijs|vk)[ _-]?1(?=\s|$)/g;
/** Perhaps that of today, also if it is higher. */
const isNew = /^(?:new|neu|nouveau|nuev|nuov|nieuw)|(?:new|neu|nouveau|nuevo|nuovo)$/;
/** Yes says that the till asks for the price. */
export const ofOpenPrice =
  /^(?:is)?(?:(?:open|ask(?:for)?|prompt(?:for)?|enter|manual|variable)price(?:item|entry)?|priceprompt|(?:hide|callfor)price|priceonrequest|poa|preisaufanfrage|prixsurdemande|precioaconsultar|prezzosurichiesta|prijsopaanvraag|preis(?:abfrage|eingabe)|(?:freier|offener|variabler)preis|prix(?:libre|ouvert|variable)|precio(?:libre|abierto|variable)|prezzo(?:libero|aperto|variabile)|(?:vrije|open|variabele)prijs)$/;
const ofReduced =
  /(?:clearance|outlet|markdown|sale|offer|friday|deal|abverkauf|raumung|ausverkauf|destockage|soldes?|liquidacion|saldi|uitverkoop|opruiming)s?(?:price|preis|prijs)$|^(?:prix|precio|prezzo)(?:de)?(?:soldes?|destockage|liquidacion|saldi)$/;
/** Such a price is higher by design: crossed out, or with another tax than the one at the till. */
const ofHigher =
  /strike|struck|streich|crossed|tachad|doorgestre|doorstre|eat ?(?:out|in)|dine|take ?away|high(?:est)?\b|h[oö]chst|\bpeak/i;
const storePrices: ReadonlySet<string> = new Set(pricesOfStore);
const selling: ReadonlySet<string> = new Set(stockNames.price.names);
const isOfStore = ({ whole, others }: HeaderName): boolean =>
  [...whole, ...others].some((form) => storePrices.has(form));
const promotional: ReadonlySet<string> = new Set(stockNames.salePrice.names);
const reference: ReadonlySet<string> = new Set(stockNames.price.otherwise);

/** Whether the column can have another price of today, of this store and in its currency. */
function isOtherPrice(name: string, { place, currency, isMinor, whole, others }: HeaderName, own: string): boolean {
  const text = plain(name);
  if (ofOpenPrice.test(text) || place !== "bare" || isMinor || (currency !== undefined && currency !== own))
    return false;
  if (
    saysNoTax(name) ||
    meaningOf(wordsOf(name).filter((word) => !/^(?:discount|sales)$/i.test(word))) === "another" ||
    notOfToday.test(`${wordsOf(name).join(" ").toLowerCase()} ${name.toLowerCase()}`.replace(ofFirst, "$1"))
  )
    return false;
  const forms = [...whole, ...others];
  return (
    !forms.some((form) => reference.has(form)) && (priceWord.test(text) || forms.some((form) => selling.has(form)))
  );
}

/** Whether the column can have the cents of prices in whole euros, or the euros of prices in cents. */
function isOtherPart(name: string, { isMinor, whole, others }: HeaderName, chosen: HeaderName): boolean {
  const text = plain(name);
  if (chosen.isMinor)
    return /(?:euros?|pounds?|dollars?|francs?|franken)$/.test(text) && meaningOf(wordsOf(name)) !== "another";
  return (
    Boolean(isMinor) && (inMinorUnits.exec(text)?.[1] === "" || [...whole, ...others].some((form) => selling.has(form)))
  );
}

/**
 * The columns that can have another price than the one that counts. One with a name that this parser knows must have the same price. Any
 * other one must not have a lower one.
 */
export function otherPricesOf(
  header: readonly string[],
  { indexes, positions, rules }: { indexes: ReadonlyMap<string, number[]>; positions: number[]; rules: ColumnRules },
): Map<number, "price" | "lowerPrice" | "cents"> {
  const found = new Map<number, "price" | "lowerPrice" | "cents">();
  const prices = indexes.get("price") ?? [];
  const chosen = readHeaderName(header[positions[prices[0] ?? -1] ?? -1] ?? "", rules.store);
  if (!prices.length || rules.mapping?.price !== undefined || indexes.has("salePrice") || chosen.place !== "bare")
    return found;
  for (const [at, name] of header.entries()) {
    const index = positions.indexOf(at);
    if (index >= 0 && !prices.slice(1).includes(index)) continue;
    const read = readHeaderName(name, rules.store);
    if (isOtherPart(name, read, chosen)) {
      found.set(indexOf(positions, at), "cents");
      continue;
    }
    const isReduced = /promo|sold|redu|aktion|ofert|offert|rebaj|actie/.test(plain(name));
    if ((chosen.isTaxed && !read.isTaxed && !isReduced) || !isOtherPrice(name, read, rules.store.currency)) continue;
    if (read.whole[0] === chosen.whole[0]) continue;
    // Beside the price of the store, `Price` can be that of another place.
    if (isOfStore(chosen) && !isOfStore(read)) continue;
    const isKnown = [...read.whole, ...read.others].some((form) => selling.has(form)) || isNew.test(plain(name));
    // A retail price can be a recommended one.
    found.set(indexOf(positions, at), isKnown && !/retail|1$/i.test(name) ? "price" : "lowerPrice");
  }
  return found;
}

/** The price of a line that counts without a sale. */
export const regularPriceOf = (
  { indexes, names, fallbacks }: Columns<StockField>,
  fields: readonly string[],
): string => {
  const columns = [names.price, ...(fallbacks.price ?? [])];
  const regular = (indexes.get("price") ?? []).filter((_, n) => !promotional.has(plain(columns[n] ?? "")));
  return regular.map((index) => fields[index] ?? "").find((text) => amountOf(text)) ?? "";
};

const noSale = /^\s*(?:n\/?a|n\.a\.|none|nil|nan|keine?r?|aucune?|ningun[oa]|geen|nvt|n\.v\.t\.|nessun[oa]?)\s*$/i;
/** The price of a line. Beside a price that counts without a sale, a word such as `n/a` is no sale price. */
export function withoutSale(columns: Columns<StockField>, fields: readonly string[], price: string): string {
  if (!noSale.test(price)) return price;
  const { indexes, names, fallbacks } = columns;
  const all = [names.price ?? "", ...(fallbacks.price ?? [])].map(plain);
  const isSale = (name: string | undefined) => promotional.has(name ?? "");
  const places = (indexes.get("price") ?? []).entries();
  const isNone = [...places].every(([n, at]) => fields[at] !== price || isSale(all[n]));
  return isNone && all.some((name) => selling.has(name) && !isSale(name))
    ? regularPriceOf(columns, fields) || price
    : price;
}

/** Why a price is none of today: it is a sale price, and higher than the price beside it. */
export function saleAboveRegular(
  columns: Columns<StockField>,
  fields: readonly string[],
  price: string,
): LineRejection | undefined {
  const { names, fallbacks } = columns;
  const name = names.price ?? "";
  if (!promotional.has(plain(name)) || /final|effective|now/i.test(name)) return undefined;
  if ((fallbacks.price ?? []).every((other) => reference.has(plain(other)))) return undefined;
  if (!((amountOf(price) ?? 0) > (amountOf(regularPriceOf(columns, fields)) ?? Infinity))) return undefined;
  const message = `"${name}" has a higher price than the other one. Send the price that a customer pays.`;
  return { field: "price", code: "invalid_price", message, value: shown(price) };
}

export const amountOf = (text: string): number | undefined => {
  const { decimal } = readNumber(text.replace(/[^\d.,\s'’]/g, "").trim()) ?? {};
  return decimal && Number(`${decimal.whole || 0}.${decimal.fraction || 0}`);
};

/** Whether a text is a price that makes the price of the line unclear. @param own the price of today, and the one without a sale */
export function contradicts(
  kind: "price" | "lowerPrice",
  text: string,
  name: string,
  own: readonly string[],
  country = "",
): boolean {
  const other = amountOf(text);
  const prices = own.flatMap((price) => amountOf(price) || []);
  if (!other || !prices.length || prices.includes(other)) return false;
  // In another column, 3 can be the number of a group.
  const isPrice = /\d[.,]\d\d?(?!\d)/.test(text) || ofReduced.test(plain(name));
  // Higher by the rate of a tax, it can be the price with tax.
  const isGross =
    !ofHigher.test(wordsOf(name).join(" ")) &&
    (taxRates.get(country) ?? rates).some((rate) =>
      prices.some((price) => Math.abs(price * (1 + rate / 100) - other) < 0.0061),
    );
  return kind === "price" || (isPrice && (other < Math.min(...prices) || isGross));
}

/** Whether a discount leads from a list price to the price. One on top is taken off later. @param text says whether it is a percentage */
export function isTakenOff(
  discount: number,
  text: string,
  { price, regularPrice, listPrices }: { price: string; regularPrice: string; listPrices: readonly string[] },
): boolean {
  if (/extra|addition|adicional|aggiuntiv|zus[aä]tz|suppl/i.test(text)) return false;
  return [regularPrice, ...listPrices].some((listPrice) => {
    const [list = 0, own = 0] = [amountOf(listPrice), amountOf(price)];
    const reduced = [
      list * (1 - discount / 100),
      ...(/%|per ?cent|prozent|porcent|pourcent/i.test(text) ? [] : [list - discount]),
    ];
    return list > own && reduced.some((less) => Math.abs(less - own) < 0.0051);
  });
}

const ofDiscount = /discount(?!ed)|rabatt|nachlass|remise|descuento|sconto|korting/;
/** Names of another price, of a group of customers, or of a rule for discounts. */
const ofNoDiscount =
  /price|preis|prix|precio|prezzo|prijs|group|grupp|class|code|discountable|allow|erlaubt|sperre|autoris|eligib|max|min|id$|supplier|lieferant|fourn|proveed|fornit|leveran|purchas|einkauf|(?<!l)achat|(?<!por|su|la)compra|acquist|inkoop|cost|trade|staff|employee|member|loyal|student/;
/** Whether the name of a column says a discount on the price of a customer. */
export const isDiscount = (text: string): boolean =>
  ofDiscount.test(text) && !ofNoDiscount.test(text) && !/^ek(?!s(?:tra|kl))/.test(text);

/** The rates of taxes in per cent by country: that of most goods, then those of food, books and the like. */
const taxRates = new Map(
  `AT 20 10 13|BE 21 6 12|BG 20|CH 8.1|CY 19|CZ 21|DE 19 7|DK 25|EE 24|ES 21 10 4|FI 25.5|FR 20 10 5.5|GB 20 5|GR 24|HR 25|HU 27
  IE 23 13.5 9|IT 22 10 5 4|LT 21|LU 17|LV 21|MT 18|NL 21 9|NO 25|PL 23|PT 23|RO 21|SE 25|SI 22|SK 23`
    .split(/\||\n\s+/)
    .map((row) => [row.slice(0, 2), row.slice(3).split(" ").map(Number)]),
);
/** Whether a tax is that on top of the price, and not the one in it. A number of its own can be a rate. */
export function isOnTop(text: string, price: string, country = ""): boolean {
  const [tax = 0, own = 0] = [text, price].map(amountOf);
  const all = taxRates.get(country) ?? [];
  const is = (other: number) => Math.abs(other - tax) < 0.0061;
  return (
    /\d[.,]\d\d?(?!\d)/.test(text) &&
    tax > 0 &&
    !all.includes(tax) &&
    all.some((rate) => is((own * rate) / 100)) &&
    !all.some((rate) => is((own * rate) / (100 + rate)))
  );
}
const rates = [
  3, 3.8, 4, 4.8, 5, 5.5, 6, 7, 7.7, 8, 8.1, 9, 9.5, 10, 11, 12, 13, 13.5, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
  25, 25.5, 27, 28,
];
/** Whether an amount can be the price with its tax, and not that of the quantity. A total is one by its rate alone. */
export function isWithTax(
  text: string,
  name: string,
  { price, quantity }: { price: string; quantity: string },
): boolean {
  const [own = 0, gross = 0, count = 1] = [price, text, quantity].map(amountOf);
  const isRate = (rate: number) => Math.abs(own * (1 + rate / 100) - gross) < 0.0116;
  return (
    /\d[.,]\d\d?(?!\d)/.test(text) &&
    (/^(?:grand)?total(?!gross|in)|gesamt/.test(name) ? rates.some(isRate) : gross > own * 1.03 && gross < own * 1.3) &&
    Math.abs(gross - own * count) > 0.01
  );
}

/** `39.90`, `Now £39` and `20% off` can be that of one piece, and `3 for £10` cannot. */
export const saysOffer = (text: string): boolean =>
  /[1-9]/.test(text) &&
  (/^\D{0,5}\d{1,7}[.,]\d\d?\D{0,5}$/.test(text) ||
    (/[%\p{Sc}]/u.test(text) &&
      !/^(?:was|statt|free)\b/i.test(text) &&
      (!/(?<![\d.,])(?:[2-9]|\d\d+)\s?(?:for|für|pour|por|per|voor|x)\b/i.test(text) ||
        /\bper (?:piece|item|unit|pezzo|stuk)\b/i.test(text))));
