import { isGtin } from "./lines/barcode.ts";
import { codes, isOverall, neutralQuantities, quantitiesOfStore } from "./lines/column-names.ts";
import { type Columns, indexOf, productColumns, stockColumns } from "./lines/feed-columns.ts";
import { guardOf } from "./lines/guard-of.ts";
import { readHeaderName } from "./lines/header-name.ts";
import { amountOf } from "./lines/other-prices.ts";
import { isCurrencyCode } from "./lines/read-price.ts";
import { saysNo, saysYes } from "./lines/read-quantity.ts";
import { isLater, readSaleDays } from "./lines/sale-price.ts";
import type { StockField } from "./lines/stock-line.ts";
import { plain } from "./lines/words-behind.ts";
import { pieceNames } from "./other-tables.ts";
import type { StockOptions } from "./read-stock.ts";

const named = (value: string): string => value.trim().toLowerCase();

function isOfStore(name: string, { rules }: Columns<StockField>): boolean {
  const { place, whole, others } = readHeaderName(name, rules.store);
  return (
    place === "own" || [...whole, ...others].some((form) => form === "thisstore" || quantitiesOfStore.includes(form))
  );
}

/** Beside `Committed`, `Available` is a number of pieces, also if all are 0 or 1. */
export const countsFree = (names: readonly string[]): boolean =>
  names.some((name) => /^committed|^allocated/i.test(name));

/**
 * If the column of the quantity has only words, 0 and 1 (`Available`: `Yes`), a second column for the quantity with numbers counts. One of
 * this store gives way to none, because the second one can be of all stores.
 */
function withCounts(
  names: readonly string[],
  values: readonly string[][],
  columns: Columns<StockField>,
  words: StockOptions["words"],
  columnsOf: (names: readonly string[]) => Columns<StockField>,
): Columns<StockField> {
  const at = placeOf(columns, "quantity");
  if (at === undefined || columns.rules.mapping?.quantity) return columns;
  if (
    countsFree(names) ||
    isOfStore(names[at] ?? "", columns) ||
    values[at]?.some((value) => words?.[named(value)] !== undefined)
  )
    return columns;
  const second = columnsOf(names.with(at, ""));
  const other = placeOf(second, "quantity");
  if (other === undefined || !values[at]?.length || !values[at].every((value) => /^(?:[01]|\P{N}+)$/u.test(value)))
    return columns;
  const isFlag = guardOf(names[at] ?? "") === "availability";
  if (!isFlag && isOverall(plain(names[other] ?? ""))) return columns;
  return values[other]?.some((value) => /\p{Nd}/u.test(value) && (isFlag || !/^[01]$/.test(value))) ? second : columns;
}

/** A shorter name is a code that other columns can have, too. */
const MIN_STORE_NAME = 3;
const productNames = new Set(Object.values(productColumns).flatMap(({ names }): readonly string[] => names));
const isOfProduct = (name: string): boolean =>
  productNames.has(plain(name)) ||
  pieceNames.has(plain(name)) ||
  /supplier|lieferant|fournis|provee|fornit|leveran/i.test(name);

/** Codes of taxes, seasons and the like can be those of stores, too. */
const ofOtherCodes =
  /^(?:tax|vat|gst|mwst|ust|iva|btw|tva|moms|type$|unit$)|steuer|(?:tax|vat)$|class|klasse|group|grupp|season|saison|grade|^(?:\w*(?:tax|vat))?rate$|status/;
const saysStores = /store|shop|branch|outlet|locat|fili|stand|magasin|tienda|winkel|negozio/;

/**
 * The column whose values are names of several stores of the retailer, whatever its own name is. The one that its name makes the column of
 * stores comes first.
 */
function storesAt(
  names: readonly string[],
  values: readonly string[][],
  byName: number,
  options: Pick<StockOptions, "columns" | "names" | "stores" | "split">,
): number {
  const own = new Set(options.names.map(named));
  const all = [
    ...options.names,
    ...(options.stores ?? []),
    ...(options.split?.stores.flatMap((one) => one.names) ?? []),
  ];
  const known = new Set(all.map(named).filter((name) => /\p{L}/u.test(name)));
  const isName = (value: string) => known.has(value) && value.length >= MIN_STORE_NAME;
  const isCode = (value: string) => known.has(value) && /\d/.test(value);
  // A line that is broken can have the name of a store in another column than all others.
  const least = Math.max(1, values[byName]?.length ?? 0);
  const isOfStores = (column: readonly string[], at: number): boolean => {
    const given = column.map(named);
    const hasOther = at === byName || options.split || given.some((value) => known.has(value) && !own.has(value));
    const isMost = (is: (value: string) => boolean) => given.filter(is).length * 3 >= given.length * 2;
    // A shelf can have the code of a store, too.
    const name = plain(names[at] ?? "");
    const canBeCodes = saysStores.test(name) || !ofOtherCodes.test(name);
    const areCodes = canBeCodes && isMost(isCode) && given.every((value) => isCode(value) || !/\d/.test(value));
    return given.length >= least && Boolean(hasOther) && (isMost(isName) || areCodes) && !isOfProduct(names[at] ?? "");
  };
  const found = [...values.keys()].filter((at) => isOfStores(values[at] ?? [], at));
  if (found.includes(byName)) return byName;
  return found.toSorted((a, b) => (values[b]?.length ?? 0) - (values[a]?.length ?? 0))[0] ?? -1;
}

const saysMoney =
  /cost|kost|\bnet(?:to)?\b|\bht\b|\bek\b|\bpa\b|einkauf|achat|coût|compra|acquist|inkoop|price|preis|prix|precio|prezzo|prijs|rrp|uvp/i;

/** No name, or one that says the currency of the price and of nothing else. */
const canSayCurrency = (name: string): boolean =>
  /^(?:(?:price|sales?|iso)?(?:currency|curr?|ccy)(?:code|symbol)?|symbol|iso|)$/.test(plain(name)) ||
  stockColumns.currency.names.some((known) => known === plain(name));

/** GTIN-14 are those of packs. */
const areGtins = (values: readonly string[]): boolean =>
  values.length > 0 &&
  new Set(values).size === values.length &&
  values.every((one) => /^0?\d{9,13}$/.test(one) && isGtin(one));

/** If the first column of codes has the shop's own ones, another one with GTINs comes first. */
function useGtins(names: readonly string[], values: readonly string[][], columns: Columns<StockField>): void {
  const stated = (columns.indexes.get("barcode") ?? []).map((index) => columns.positions[index] ?? -1);
  const [first = -1] = stated;
  const gtins = values.findIndex(
    (column, at) => (stated.includes(at) || plain(names[at] ?? "") === "code") && areGtins(column),
  );
  const areOwn = first < 0 || (codes.includes(plain(names[first] ?? "")) && !values[first]?.some(isGtin));
  if (gtins < 0 || gtins === first || !areOwn) return;
  const all = [gtins, ...stated.filter((at) => at !== gtins)];
  const [name = "", ...others] = all.map((at) => names[at]?.trim() ?? "");
  columns.indexes.set(
    "barcode",
    all.map((at) => indexOf(columns.positions, at)),
  );
  columns.names.barcode = name;
  if (others.length) columns.fallbacks.barcode = others;
}

/** The stock in the books: a number of pieces, or an amount. */
const ofAccounts =
  /^(?:closing(?:inventory|stock)|stock(?:balance|amount|final)|balance|endbestand|rimanenz[ae](?:final[ei])?)$/;
/** Beside them, such a stock is an amount: the pieces are in a column of their own, or nowhere. */
const ofBooks = /^(?:cogs|costofgoods\w*|debits?|credits?|soll|haben|debe|haber|dare|avere)$/;
const isOfBooks = (other: string, name: string): boolean =>
  ofBooks.test(other) ||
  (other.startsWith(name) && /^(?:qty|quant|units|pcs|pieces|menge|stuck|cant|aantal)/.test(other.slice(name.length)));
const pence = /[.,](?!00)\d\d$/;
/** Beside `4.000`, the amount of a line with a delimiter too many says nothing of the others. */
const haveCents = (values: readonly string[]): boolean =>
  values.some((value) => {
    const sign = pence.exec(value)?.[0][0];
    return sign !== undefined && !values.some((other) => other.at(-4) === sign && /\d{3}$/.test(other));
  });
const cents = /[.,](?!00?$)\d\d?$/;
/** How often a number is a multiple of the price by chance. Beside round prices, whole numbers such as 10 and 12 often are. */
function chanceOf(text: string, price: number): number {
  if (/[.,](?:[27]5|50?)$/.test(text)) return Math.min(1, (/[27]5$/.test(text) ? 0.25 : 0.5) / price);
  if (cents.test(text)) return Math.min(1, (/[.,]\d[1-46-9]$/.test(text) ? 0.01 : 0.1) / price);
  return price < 13 && Math.abs(price - Math.round(price)) < 0.06 ? 1 : Math.min(1, 1.02 / price);
}
/** Whether the numbers are amounts: the price or the cost of all pieces on each line. @param isRounded whether whole ones can be amounts, too */
function areValues(lines: readonly [number: string, price: string][], isRounded: boolean): boolean {
  const known = lines.filter(([number, price]) => number && price);
  // 12.50 is a multiple of 2.50 by chance.
  if (!isRounded && !known.some(([number, price]) => cents.test(number) && !/[.,](?:[05]0|[05])$/.test(price)))
    return false;
  const chances = known.map(([number, ofOne]) => {
    const [value = 0, price = 0] = [number, ofOne].map(amountOf);
    if (value === 0) return 1;
    const pieces = Math.round(value / price);
    const isValue = pieces > 0 && Math.abs(pieces * price - value) < (cents.test(number) ? 0.005 : 0.51);
    return isValue ? chanceOf(number, price) : Infinity;
  });
  return chances.reduce((all, one) => all * one, 1) < 0.05;
}

const ofMoments =
  /^(?:date|datum|fecha|data|timestamp|zeitstempel|horodatage|dateandtime|(?:date)?created(?:at|on|time|date)?|creation(?:date|time)|erstelltam|angelegtam|(?:date)?creele|creadoel|creatoil|aangemaaktop)$/;
const ofCreation = /crea|erstellt|angelegt|aangemaakt/i;
/** Beside it, products are created. */
const ofChanges =
  /^(?:(?:last|date)?(?:updated?|modified|modification|changed?)(?:date|time)?(?:utc|at|on)?|(?:geandert|bearbeitet)am|(?:letzte)?(?:anderung|aktualisierung)|aktualisiertam|(?:date)?(?:modifiee?|miseajour)(?:le)?|(?:modificado|actualizado)el|(?:modificato|aggiornato)il|(?:gewijzigd|bijgewerkt)op)$/;
const ofArrival =
  /^(?:eta|(?:expected|estimated|exp|est)(?:arrival|delivery)(?:date|on)?|(?:arrival|delivery)(?:date|on)|expected(?:date|on)|arriving(?:on)?|due(?:in|date|on)|liefer(?:termin|datum)|ankunft(?:sdatum)?|date(?:de)?livraison|dateattendue|fecha(?:de)?entrega|data(?:di)?consegna|leverdatum|datearrivee|arrivee?prevue|llegada(?:prevista)?|arrivoprevisto)$/;
/** Whether a time is perhaps not over. */
const canArrive = (text: string): boolean => {
  const days = readSaleDays({ saleFrom: text });
  return "isNow" in days
    ? /\d/.test(text) && !days.isNow
    : /[1-9]/.test(text) && (isLater(text) || !/(?<!\d)(?:19|20)\d\d(?!\d)/.test(text));
};
const timesIn = (values: readonly string[]): number =>
  new Set(values.flatMap((text) => /\d\d?:\d\d/.exec(text)?.[0] ?? [])).size;

/** Columns that their values name: the stores, the currencies and the barcodes of the lines. */
export function byValues(
  names: readonly string[],
  { values, rows }: { values: readonly string[][]; rows: readonly string[][] },
  options: Pick<StockOptions, "columns" | "names" | "stores" | "split" | "words">,
  columnsOf: (names: readonly string[]) => Columns<StockField>,
): Columns<StockField> {
  const byName = placeOf(columnsOf(names), "store") ?? -1;
  const stores = options.columns?.store === undefined ? storesAt(names, values, byName, options) : -1;
  const free = stores < 0 ? names : names.with(stores, "");
  const isFlag = (name: string, at: number) =>
    guardOf(name) === "tax" &&
    Boolean(values[at]?.length) &&
    values[at]?.every((value) => /^\p{L}/u.test(value) && (saysYes(value) || saysNo(value)));
  const first = columnsOf(free);
  const [priceAt, own] = [placeOf(first, "price") ?? -1, placeOf(first, "quantity")];
  const isMoney = (name: string, at: number) =>
    (ofAccounts.test(plain(name)) &&
      (haveCents(values[at] ?? []) || names.some((other) => isOfBooks(plain(other), plain(name))))) ||
    (plain(name) === "closinginventory" && priceAt < 0) ||
    (at === own &&
      names.some((other, n) => {
        const isPrice = n === priceAt || (n !== at && saysMoney.test(other));
        const lines = () => rows.map((row): [string, string] => [row[at] ?? "", row[n] ?? ""]);
        return isPrice && areValues(lines(), plain(name) === "closinginventory");
      }));
  // Lines with a date and other times of day are sales, and pieces that arrive are on no shelf.
  const isSold = (name: string, at: number) =>
    at === own &&
    neutralQuantities.includes(plain(name)) &&
    names.some(
      (other, n) =>
        (ofMoments.test(plain(other)) &&
          timesIn(values[n] ?? []) > 1 &&
          !(ofCreation.test(other) && names.some((one) => ofChanges.test(plain(one))))) ||
        (ofArrival.test(plain(other)) && rows.some((row) => canArrive(row[n] ?? "") && /[1-9]/.test(row[at] ?? ""))),
    );
  const isNone = (name: string, at: number) =>
    (options.columns?.price === undefined && isFlag(name, at)) ||
    (options.columns?.quantity === undefined && (isMoney(name, at) || isSold(name, at)));
  const known = free.map((name, at) => (isNone(name, at) ? "" : name));
  const columns = withCounts(known, values, columnsOf(known), options.words, columnsOf);
  const add = (field: StockField, at: number) => {
    columns.indexes.set(field, [indexOf(columns.positions, at)]);
    columns.names[field] = names[at]?.trim() || `column ${at + 1}`;
  };
  if (stores >= 0) add("store", stores);
  if (!columns.rules.mapping?.barcode) useGtins(names, values, columns);
  if (columns.rules.mapping?.currency) return columns;
  const stated = placeOf(columns, "currency");
  const currencies = [...values.entries()].flatMap(([at, column]) =>
    column.length > 0 &&
    (at === stated || !columns.positions.includes(at)) &&
    canSayCurrency(names[at] ?? "") &&
    column.every((value) => isCurrencyCode(value) || /^\p{Sc}$/u.test(value))
      ? at
      : [],
  );
  const price = placeOf(columns, "price") ?? -2;
  const [before, after] = [price - 1, price + 1].map((at) => (currencies.includes(at) ? at : undefined));
  // The cost can have a currency of its own, behind it as that of the price, or each price has one before it.
  const isBefore = before !== undefined && (after === undefined || !saysMoney.test(names[price - 2] ?? ""));
  const ofPrice = currencies.find((at) => /^(?:price|sales?)/.test(plain(names[at] ?? "")));
  const currency = ofPrice ?? (isBefore ? before : after) ?? stated ?? currencies[0];
  if (currency !== undefined && currency !== stated) add("currency", currency);
  return columns;
}

export const placeOf = ({ indexes, positions }: Columns<StockField>, field: StockField): number | undefined =>
  positions[indexes.get(field)?.[0] ?? -1];
