import { otherGoods } from "../other-tables.ts";
import { stockNames } from "./column-names.ts";
import { type LineRejection, shown } from "./feed-line.ts";
import { amountOf, contradicts, isTakenOff } from "./other-prices.ts";
import { readAvailability } from "./read-quantity.ts";
import { readSaleDays, type SaleClock } from "./sale-price.ts";
import { isContent, isMultiplier, isOfOne, isOtherNumber, isWeighed, measures, packs, unitOf } from "./units.ts";
import { meaningOf, plain, wordsOf } from "./words-behind.ts";

/** What a column without a field says about the numbers of its line. */
export type Guard =
  | "unit"
  | "measure"
  | "content"
  | "weighed"
  | "cents"
  | "stockUnit"
  | "discount"
  | "availability"
  | "flag"
  | "offer"
  | "list"
  | "tax"
  | "saleFrom"
  | "saleUntil"
  | "price"
  | "lowerPrice"
  | "quantity"
  | "atLeast"
  | "oneOrSame"
  | "packs"
  | "sign"
  | "kind"
  | "status"
  | "minor";

const listOf = (text: string): Set<string> => new Set(text.trim().split(/\s+/));

const names: Partial<Record<Guard, ReadonlySet<string>>> = {
  // SAP has the price of 100 pieces, and scales have the price from a number of pieces on.
  unit: listOf(`
    priceunit pricingunit unitofprice per priceper pricefor priceqty pricequantity priceuom preiseinheit preiseinh preispro preisje peinh pe prijseenheid prijsper
    pricebasis preisme preisbasis prixpar preciopor prezzoper pricingquantity unitedeprix fromqty fromquantity qtyfrom quantityfrom tierqty tierquantity pricebreak breakqty staffelab abmenge staffelmenge tradeitemunitdescriptor packaginglevel packlevel`),
  measure: listOf(`
    uom unitofmeasure sellinguom salesuom unit unittype unitname baseunit bun salesunit unitandprecision sellingunit unitofsale usageunit um udm jm mj me einheit
    mengeneinheit verkaufseinheit basiseinheit basismengeneinheit masseinheit unite unitedevente unitedemesure unidad unidaddemedida
    unidadmedida unidaddeventa unidade unita unitadimisura unitamisura eenheid verkoopeenheid enhet enhed`),
  stockUnit: listOf(
    "stockunit stockuom inventoryunit inventoryuom qtyunit qtyuom quantityunit quantityuom lagereinheit lagermengeneinheit unitedestock unidaddestock unitadimagazzino voorraadeenheid",
  ),
  sign: listOf("sign vorzeichen vz signe signo segno"),
  kind: listOf(`
    measure kennzahl metric kpi stocktype documenttype doctype entrytype movement movementtype stockmovement direction transaction transactiontype txntype inout operation
    bewegung bewegungsart bewegungstyp buchungsart richtung mouvement typemouvement typedemouvement sens movimiento tipomovimiento
    tipodemovimiento op action movimento tipomovimento tipodimovimento causale mutatie mutatiesoort mutatietype`),
  status: listOf(
    "status itemstatus inventorystatus stockcondition quality qualitystatus type bestandsart bestandstyp statut estado stato",
  ),
  minor: listOf("currencyminorunit minorunit exponent pricedecimals pricescale"),
  discount: listOf(
    "reductionprice reductionpercent pricereduction percentoff off disc dto moneyoff saving savings reduction",
  ),
  // Besides a column of quantities, 0 says that the product is not for sale.
  availability: listOf(
    "available isavailable instock isinstock verfugbar verfuegbar disponible beschikbaar disponibile auflager enstock invoorraad opvoorraad voorradig",
  ),
  list: new Set<string>(stockNames.price.otherwise),
  // Can be a price, a flag or a number of sold pieces.
  offer: listOf(`
    sale offer special promo promotion deal markdown discounted reduced discountprice aktion angebot reduziert soldes solde promocion
    oferta rebaja rebajado aanbieding actie afgeprijsd offerta saldo scontato`),
  saleFrom: listOf(`
    validfrom validsince validfromdate effectivefrom effectivedate pricevalidfrom priceeffectivedate gultigab gultigvon preisgultigab
    geldigvanaf valabledu valableapartirdu validodesde vigentedesde validodal`),
  saleUntil: listOf(`
    validto validuntil validtill validthrough validtodate effectiveto effectiveuntil pricevalidto pricevaliduntil gultigbis preisgultigbis
    geldigtot valableau valablejusquau validohasta vigentehasta validoal validofinoal`),
};
const saysIncluded = /incl|inkl|inc(?=vat|tax|gst)|enthalten|inbegrepen|comprise/;
const saysTax = /tax|vat|gst|mwst|ust|steuer|iva|btw|tva|moms/;
const flagsOfTax = listOf(
  "ttc gross brutto lordo pricetype preisart taxmode pricemode ttcht htttc bruttonetto nettobrutto grossnet netgross",
);
const isFlagOfTax = (text: string): boolean => (saysIncluded.test(text) && saysTax.test(text)) || flagsOfTax.has(text);
const isFlagOfNet = (text: string): boolean =>
  /^(?:netto?|(?:exc?(?:l(?:uding)?)?|exkl|plus|without|ohne|zzgl|sans|hors|sin|senza)(?:tax|vat|gst|mwst|ust|iva|btw|tva|taxes?))$/.test(
    text,
  );
const ofCost = /cost|purchas|suppl|einkauf|achat|compra|acquist|inkoop/;
const withoutTax = /^(?:exc?l.*|exk.*|ex\s.*|net|netto|ht|hors\s.*|(?:\+|plus|zzgl\.?)\s?\p{L}.*)$/iu;

/** Whether a value says that the price is without tax: `excl.`, no in `Price incl. VAT`, yes in `Ex VAT`. */
function isWithoutTax(value: string, text: string): boolean {
  if (isFlagOfNet(text)) return /^(?:y|yes|true|ja?|oui|s[ií])$/i.test(value);
  return withoutTax.test(value) || (isFlagOfTax(text) && /^(?:0|no|n|false|f|nein|non|nee)$/i.test(value));
}

const ofDiscount = /discount(?!ed)|rabatt|nachlass|remise|descuento|sconto|korting/;
/** Names of another price, of a group of customers, or of a rule for discounts. */
const ofNoDiscount =
  /price|preis|prix|precio|prezzo|prijs|group|grupp|class|code|discountable|allow|erlaubt|sperre|autoris|eligib|max|min|id$|supplier|lieferant|fourn|proveed|fornit|leveran|purchas|einkauf|(?<!l)achat|(?<!por|su|la)compra|acquist|inkoop|cost|trade|staff|employee|member|loyal|student/;
const isDiscount = (text: string): boolean =>
  ofDiscount.test(text) && !ofNoDiscount.test(text) && !/^ek(?!s(?:tra|kl))/.test(text);

/** @param before the name of the column before it */
export function guardOf(name: string, before = ""): Guard | undefined {
  const text = plain(name);
  const found = (Object.keys(names) as Guard[]).find((guard) => names[guard]?.has(text));
  if (found === "measure" && isContent(before)) return "content";
  if (/^\*?action\(/i.test(name)) return "kind";
  if (isMultiplier(text)) return "unit";
  if (isWeighed(text)) return "weighed";
  if (/^\s*[+±]\s?\/?\s?[-−]?\s*$/.test(name)) return "sign";
  if (/(?:sale|markdown|promo|offer)s? ?%/i.test(name)) return "discount";
  const isOfTax =
    isFlagOfNet(text) ||
    isFlagOfTax(text) ||
    (saysTax.test(text) && !/pri[cxj]|pre[icz]|amount|betrag|montant/.test(text));
  if (notForSale.test(text)) return "status";
  return found ?? (isDiscount(text) ? "discount" : isOfTax && !ofCost.test(text) ? "tax" : undefined);
}

const ofTrade =
  /^(?:trade|wholesale|dealer|reseller|cost|purchase|buying|staff|employee|members?|händler|haendler|großhandel|grosshandel|ek|einkauf|mitarbeiter)(?: ?(?:price|preis))?$/i;
/** Yes says that nobody can buy the piece. */
const notForSale =
  /^(?:is)?(?:(?:sales?)?blocked|gesperrt|bloque|bloquead[oa]|bloccat[oa]|geblokkeerd|quarantined?|deleted|geloscht|supprime|eliminad[oa]|eliminat[oa]|verwijderd)$/;
/** A discontinued product can still be there. */
const soldOut =
  /^(?:out of stock|outofstock|sold ?out|no stock|ausverkauft|nicht (?:auf lager|vorrätig|lieferbar)|(?:en )?rupture(?: de stock)?|épuisée?|agotad[oa]|sin (?:stock|existencias)|esaurit[oa]|uitverkocht|niet op voorraad)$/i;
export const saysNo = (text: string): boolean =>
  /^(?:0|no|false|n|nein|non|nee)$/i.test(text) || readAvailability(text) === "out_of_stock";
const yes =
  /^(?:1|x|y(?:es)?|t(?:rue)?|ja?|o(?:ui)?|s(?:[iì]|í)?|available|(?:sofort )?verfügbar|sofort lieferbar|vorrätig|vorhanden|auf lager|disponibles?|disponibil[ei]|en (?:stock|existencias?)|beschikbaar|(?:op|in) voorraad|voorradig)$/i;
/** A word such as `On order` or `Display` is neither. */
export const saysYes = (text: string): boolean =>
  yes.test(text) || /^(?:in|low)_stock$/.test(readAvailability(text) ?? "");

interface Numbers {
  price: string;
  /** The price without a sale. */
  regularPrice: string;
  quantity: string;
  listPrices: readonly string[];
}

const movements =
  /^(?:(?:in|out)(?:bound|coming|going)?|receipts?|received|issue[ds]?|purchases?|sales?|sell|transfers?|adjust\p{L}*|returns?|(?:waren)?(?:ein|aus)(?:gang)?|(?:zu|ab)gang|umlagerung|verkauf|einkauf|entr[ée]e|sortie|vente|achat|entrada|salida|venta|compra|entrata|uscita|s?carico|vendita|acquisto|uit|ontvangst|uitgifte|verkoop|inkoop|deleted?|removed?|[io+-]|\d{3})$/iu;

/** Then 750 and `in` are sizes, and `Sale` is a kind of goods. */
const isOfSize = (text: string): boolean => /^(?:measure|kennzahl|metric|kpi|stocktype)$/.test(text);

const hasPieces = ({ quantity }: Numbers): boolean => /^[^-\u2212]*[1-9]/.test(quantity);

/** Why the value of such a column makes the numbers of the line unclear. */
function refusalOf(guard: Guard, value: string, line: Numbers, column: string, clock?: SaleClock): string | undefined {
  const unit = unitOf(value);
  switch (guard) {
    case "availability":
    case "flag":
      return (guard === "flag" ? !saysYes(value) && value !== line.quantity.trim() : saysNo(value)) && hasPieces(line)
        ? `The column "${column}" does not say that the product is available, and the line has a quantity. Write 0 as the quantity.`
        : undefined;
    case "offer":
      return /^\D{0,5}\d{1,7}[.,]\d\d?\D{0,5}$/.test(value) && /[1-9]/.test(value) && value !== line.price.trim()
        ? `The column "${column}" may have a lower price. Name it "Sale price" or "Units sold", or leave it out.`
        : undefined;
    case "price":
    case "lowerPrice":
      return contradicts(guard, value, column, [line.price, line.regularPrice])
        ? `The column "${column}" has another price. Choose one by "columns": {"price": "…"}, or leave the other one out.`
        : undefined;
    case "quantity":
    case "oneOrSame":
    case "atLeast": {
      if (guard === "oneOrSame" && value === "1") return undefined;
      const [other, own] = [value, line.quantity].map(stockOf);
      return other !== undefined &&
        own !== undefined &&
        (guard === "atLeast" ? own > Math.max(0, other) : other !== own)
        ? `The column "${column}" has another stock. Choose one by "columns": {"quantity": "…"}, or leave the other one out.`
        : undefined;
    }
    case "packs":
      return amountOf(value)
        ? `The column "${column}" may have further pieces. Write all of them in one column.`
        : undefined;
    case "list":
      return undefined;
    case "discount":
      // An object of JSON begins with NUL.
      return (value.startsWith("\0") ? /[1-9]/ : /^[-+\u2212(\s\p{Sc}]*\d/u).test(value) &&
        amountOf(value) &&
        !isTakenOff(amountOf(value) ?? 0, `${column} ${value}`, line)
        ? "The line has a discount, so its price is not certain. Export the price that a customer pays."
        : undefined;
    case "tax":
      return isWithoutTax(value, plain(column))
        ? `The column "${column}" says that the price is without tax. Export the price that a customer pays.`
        : /^(?:pricetype|preisart)$/.test(plain(column)) && ofTrade.test(value)
          ? `The column "${column}" says that the price is not for customers. Export the price that a customer pays.`
          : undefined;
    case "saleFrom":
    case "saleUntil": {
      const days = readSaleDays({ [guard]: value }, clock);
      return "isNow" in days && days.isNow
        ? undefined
        : `By the column "${column}", the price does not count today, or its day is not clear. Export the price of today.`;
    }
    case "sign":
      return /^[-\u2212\u2013]$/.test(value)
        ? `The column "${column}" says that the number is negative. Write -3 in one column.`
        : undefined;
    case "kind":
      return meaningOf(wordsOf(value)) === "another" || (!isOfSize(plain(column)) && movements.test(value))
        ? `The column "${column}" says that the number is none of the stock. Send the lines of the stock alone.`
        : undefined;
    case "status":
      return otherGoods.test(plain(value)) ||
        (notForSale.test(plain(column)) && /^(?:[1xy]|yes|true|ja?|oui|s[ií])$/i.test(value)) ||
        (plain(column) === "type" && /^(?:in|out)(?:bound)?$/i.test(value))
        ? `The column "${column}" says that these pieces are not for sale. Send the lines of the stock alone.`
        : soldOut.test(value.replace(/[_-]/g, " ")) && hasPieces(line)
          ? `The column "${column}" says that nothing is there, and the line has a quantity. Write 0 as the quantity.`
          : undefined;
    case "minor":
      return /^[1-9]$/.test(value) && /^\d+$/.test(line.price.trim())
        ? `The price is in ${column} ${value}. Write it with its decimals, such as 4.50.`
        : undefined;
    case "unit":
      return /^(?:pence|p|pennies|cents?|ct|centimes?|rappen)$/i.test(value)
        ? `The price is in ${shown(value)}. Write 4.50 in place of 450.`
        : ofPieces(
            (measures.test(unit) && !/per$/.test(plain(column))) ||
              /^[cm]$/i.test(unit) ||
              packs.test(unit) ||
              isOtherNumber(unit),
            value,
          );
    case "measure":
      return isOfOne(value)
        ? undefined
        : `By the column "${column}", the numbers are for ${shown(value)}. Export those of one piece, or leave this column out if they are.`;
    case "weighed":
      return yes.test(value) || measures.test(unit.replace(/^\d+/, ""))
        ? `By the column "${column}", the product is sold by weight, so the price is none of one piece. Leave this line out.`
        : undefined;
    case "cents": {
      const [whole = 0, part] = [amountOf(line.price), amountOf(value)];
      return part && /^\D*\d+\D*$/.test(line.price) && part !== whole * 100 && whole !== part * 100
        ? `The column "${column}" may have the other part of the price. Write 4.50 in one column.`
        : undefined;
    }
    case "content":
    case "stockUnit":
      return packs.test(unit) || (guard === "stockUnit" && measures.test(unit))
        ? `The quantity is in "${shown(value)}". Export the number of single pieces.`
        : undefined;
  }
}

/** With the sign of a quantity: `-3`, `(3)`, `3-`. */
function stockOf(text: string): number | undefined {
  const amount = amountOf(text);
  return amount && /^\s*[-\u2212\u2013(]|-\s*$/.test(text) ? -amount : amount;
}

const ofPieces = (are: boolean, value: string): string | undefined =>
  are ? `The price is for ${shown(value)} pieces. Export the price of one piece.` : undefined;

const refusals: Partial<Record<Guard, [field: string, code: string]>> = {
  availability: ["availability", "availability_differs"],
  flag: ["availability", "availability_differs"],
  stockUnit: ["quantity", "invalid_quantity"],
  quantity: ["quantity", "invalid_quantity"],
  atLeast: ["quantity", "invalid_quantity"],
  oneOrSame: ["quantity", "invalid_quantity"],
  packs: ["quantity", "invalid_quantity"],
  kind: ["quantity", "invalid_quantity"],
  status: ["quantity", "invalid_quantity"],
  sign: ["quantity", "invalid_quantity"],
};

/** A line whose price or quantity is another one by a column without a field. */
export function guardedLine(
  columns: readonly [guard: Guard, value: string, name: string][],
  numbers: Omit<Numbers, "listPrices">,
  clock?: SaleClock,
): LineRejection | undefined {
  const line = { ...numbers, listPrices: columns.flatMap(([guard, text]) => (guard === "list" ? text : [])) };
  for (const [guard, text, column] of columns) {
    const value = text.trim();
    const message = value && refusalOf(guard, value, line, column, clock);
    if (!message) continue;
    const [field, code] = refusals[guard] ?? ["price", "invalid_price"];
    return { field, code, message, value: shown(value) };
  }
  return undefined;
}
