import { addsTax, otherGoods } from "../other-tables.ts";
import { type LineRejection, shown } from "./feed-line.ts";
import {
  type Guard,
  isChange,
  isFlagOfTax,
  isNotForSale,
  isOfChange,
  isUncounted,
  isWithoutTax,
  ofBuyers,
  ofGross,
  ofNote,
  ofPlace,
  ofPriceType,
} from "./guard-of.ts";
import { saysNoTax } from "./header-name.ts";
import { isOtherMarket } from "./markets.ts";
import { amountOf, contradicts, isOnTop, isTakenOff, isWithTax, ofOpenPrice, saysOffer } from "./other-prices.ts";
import { saysNo, saysYes } from "./read-quantity.ts";
import { isLater, readSaleDays, type SaleClock } from "./sale-price.ts";
import { isOfOne, isOtherNumber, isSoldOtherwise, measures, packs, unitOf } from "./units.ts";
import { meaningOf, plain, wordsOf } from "./words-behind.ts";

const ofTrade =
  /^(?:trade|wholesale|dealers?|resellers?|b2b|cost|purchase|buying|staff|employee|members?|rental|hire|online|web(?:shop|site)?|amazon|ebay|(?:fach)?h(?:ä|ae)ndler|wiederverkäufer|gro(?:ß|ss)handel|ek|einkauf|mitarbeiter|revendeurs?|grossistes?|mayoristas?|ingrosso|groothandel)(?: ?(?:price|preis|customer|client|account|kunde)[sn]?)?$/i;
/** The price of the file is then the last one, or none. */
const openPrice =
  /^(?:variable|open|ask|prompt|manual|frei(?:er)?|offen(?:er)?|libre|abierto|libero|aperto|variabile|variabele?|vrije?)(?:[ _-]?(?:price|pricing|preis|prijs))?$/i;
/** A discontinued product can still be there. */
const soldOut =
  /^(?:out of stock|outofstock|sold ?out|no stock|ausverkauft|nicht (?:auf lager|vorrätig|lieferbar)|(?:en )?rupture(?: de stock)?|épuisée?|agotad[oa]|sin (?:stock|existencias)|esaurit[oa]|uitverkocht|niet op voorraad)$/i;
interface Numbers {
  price: string;
  /** The price without a sale. */
  regularPrice: string;
  quantity: string;
  availability: string;
  listPrices: readonly string[];
}

/** The country, the currency and the time of the store of a line. */
export interface Place {
  country: string | undefined;
  currency: string;
  clock: SaleClock | undefined;
}

const movements =
  /^(?:(?:in|out)(?:bound|coming|going)?|receipts?|received|issue[ds]?|purchases?|sales?|sell|transfers?|adjust\p{L}*|returns?|(?:waren)?(?:ein|aus)(?:gang)?|(?:zu|ab)gang|umlagerung|verkauf|einkauf|entr[ée]e|sortie|vente|achat|entrada|salida|venta|compra|entrata|uscita|s?carico|vendita|acquisto|uit|ontvangst|uitgifte|verkoop|inkoop|subtract(?:ed)?|(?:in|de)crement(?:ed)?|(?:in|de)creased?|relative|delta|deleted?|removed?|[dio+-]|\d{3})$/iu;

/** Pieces that are elsewhere or on their way, and lines of orders. */
const notHere =
  /^(?:(?:on)?(?:lay(?:by|away)|hold|loan|hire|rental|order|backorder)|laidaway|(?:loaned|hired|rented|lent)(?:out)?|outonapproval|held|(?:(?:in|under|en)?(?:repair|reparatur|reparation|reparacion|riparazione|reparatie))|missing|lost|stolen|pawned|expired|scrapped|picked|shipped|dispatched|delivered|fulfilled|backordered|incoming|preorder|unavailable|recalled|refunded|(?:un)?paid|awaiting\w*|(?:returnedto|reservedfor)\w+|writtenoff|verliehen|verloren|vermisst|unterwegs|versandt|ausgeliefert|abgeholt|nichtverfugbar|vermietet|gestohlen|verschrottet|versendet|geliefert|bezahlt|abgelaufen|(?:lou|vol|expedi|perim)ee?s?|perdue?s?|(?:alquil|prest|rob|envi|caduc|entreg)ad[oa]s?|perdid[oa]s?|inprestito|(?:noleggi|prest|rub|consegn)at[oaie]|(?:sped|smarr)it[oaie]|scadut[oaie]|uitgeleend|verhuurd|gestolen|verzonden|geleverd|verlopen)$/;
const wordOfPrice =
  /^\W*(?:prices?|priced|preise?|prix|precios?|prezz[oi]|prij[sz]\w{0,2})\b\W{0,3}(?:(?:is|are|ist|sind|est) )?/i;
/** In a note without the word of a price, nothing may follow: `Par colis uniquement` says how it is sent. */
const perPack =
  /^(?:(?:per|pro|je|par|por|al|for|für|pour|para) (?:an? )?(?:\d+ )?|€\/|\/)(?:cases?|box(?:es)?|cartons?|packs?|pairs?|dozen|thousand|kartons?|ve|vpe|colis|caja|cartone|doos|kg|kilo|\d+ ?(?:g|ml|stück|pieces|pcs)?)(?= (?:of|à|de|zu|x) \d|\W*$)/i;
const netPrice =
  /^(?:(?:net(?:to)?|ht)(?: of (?:vat|tax)| prices?| preise?)?|net(?:to)?preise?|in (?:pence|cents?|centimes))\W*$/i;
/** Whether a note says that the price is none of one piece with tax. */
function saysOtherPrice(note: string): boolean {
  const text = note.trim().replace(/^\+/, "plus ");
  const rest = text.replace(wordOfPrice, "");
  return (
    saysNoTax(text.replaceAll("%", "")) ||
    addsTax.test(text) ||
    netPrice.test(rest) ||
    (/price|preis/i.test(text) && ofTrade.test(text)) ||
    perPack.test(rest)
  );
}
/** `livre` is a book, and `prête` is ready. */
const isNotHere = (value: string): boolean => notHere.test(plain(value)) || /^(?:livr|pr[êe]t)ée?s?\W*$/i.test(value);
/** In a note, `Reserved for Anna`. */
const reserved =
  /^(?:reserved|reserviert|réservé|reservad[oa]|riservat[oa]|gereserveerd|not for (?:re)?sale|display only|unverkäuflich|nicht verkäuflich|non in vendita|niet te koop)(?=\P{L}|$)/iu;
const otherPlaces =
  /^(?:customers?|vendors?|suppliers?|scrap|waste|repairs?|transito?|(?:sperr|retouren)lager|virtuallocations?|kunden|lieferanten|schrott|clients|fournisseurs|rebuts?|reparations?|clientes|proveedores|clienti|fornitori|klanten|leveranciers)$/;
const wordsOfPlaces =
  /\b(?:goods|stock|items?|shelf|area|zone|bin|warehouse|location|lager|ware|waren|regal|platz)\b/gi;
/** Whether nobody can buy the pieces there: `Damaged goods`, `Virtual Locations/Scrap`. In French, a `réserve` is the room behind the shop. */
const isOtherPlace = (value: string): boolean =>
  value.split(/[/>]/).some((part) => {
    const goods = plain(part.replace(wordsOfPlaces, ""));
    return otherPlaces.test(plain(part)) || (otherGoods.test(goods) && !/^reserves?$/.test(goods));
  });

/** Then 750 and `in` are sizes, and `Sale` is a kind of goods. */
const isOfSize = (text: string): boolean => /^(?:measure|kennzahl|metric|kpi|stocktype)$/.test(text);

/** Beside D and U, as programs write them. */
const isInsert = (name: string, value: string): boolean => /^(?:action|op)$/.test(name) && /^i$/i.test(value);

const hasPieces = ({ quantity, availability }: Numbers): boolean =>
  /^[^-\u2212]*[1-9]/.test(quantity) || (!quantity.trim() && saysYes(availability.trim()));

const isNone = (quantity: string): boolean => /^0+(?:[.,]0+)?$/.test(quantity.trim());

const noAmounts = /"(?:\w{1,50}_)?id":[^,}{[]*|"\d{4}-\d\d-\d\d[^"]*"/gi;
/** Whether a discount is not 0. An object of JSON begins with NUL, and its ids and days are no amounts. */
const saysDiscount = (value: string): boolean =>
  value.startsWith("\0")
    ? /[1-9]/.test(/:"?0(?:\.0+)?"?[,}]/.test(value) ? value.replace(noAmounts, "") : value)
    : /^[-+\u2212(\s\p{Sc}]*\d/u.test(value) && Boolean(amountOf(value));

/** Why the value of such a column makes the numbers of the line unclear. */
function refusalOf(guard: Guard, value: string, line: Numbers, column: string, place: Place): string | undefined {
  const unit = unitOf(value);
  const { country, currency, clock } = place;
  switch (guard) {
    case "availability":
    case "flag":
      return (guard === "flag" ? !saysYes(value) && value !== line.quantity.trim() : saysNo(value)) && hasPieces(line)
        ? `The column "${column}" does not say that the product is available, and the line has a quantity. Write 0 as the quantity.`
        : undefined;
    case "offer":
      return saysOffer(value) &&
        amountOf(value) !== amountOf(line.price) &&
        !isTakenOff(amountOf(value) ?? 0, value, line)
        ? `The column "${column}" may have a lower price. Name it "Sale price" or "Units sold", or leave it out.`
        : undefined;
    case "price":
    case "lowerPrice":
      return contradicts(guard, value, column, [line.price, line.regularPrice], country)
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
      return saysDiscount(value) && !isTakenOff(amountOf(value) ?? 0, `${column} ${value}`, line)
        ? "The line has a discount, so its price is not certain. Export the price that a customer pays."
        : undefined;
    case "tax":
      return isWithoutTax(value, plain(column)) || isOnTop(value, line.price, country)
        ? `The column "${column}" says that the price is without tax. Export the price that a customer pays.`
        : ofBuyers.test(plain(column)) && ofTrade.test(value)
          ? `The column "${column}" says that the price is not for customers of the shop. Export the price that a customer pays.`
          : (ofPriceType.test(plain(column)) && openPrice.test(value)) ||
              (ofOpenPrice.test(plain(column)) && saysYes(value))
            ? `By the column "${column}", the till asks for the price. Export the price that a customer pays, or leave this line out.`
            : (ofGross.test(plain(column)) || isFlagOfTax(plain(column))) && isWithTax(value, plain(column), line)
              ? `The column "${column}" may have the price with tax. Name it "Price", or leave it out.`
              : undefined;
    case "saleFrom":
    case "saleUntil": {
      const days = readSaleDays({ [guard]: value }, clock);
      return "isNow" in days && days.isNow
        ? undefined
        : `By the column "${column}", the price does not count today, or its day is not clear. Export the price of today.`;
    }
    case "release":
      return isLater(value, clock) && hasPieces(line)
        ? `By the column "${column}", nobody can buy the product today, or its day is not clear. Write 0 as the quantity, or the day as 2026-04-03.`
        : undefined;
    case "sign":
      return /^[-\u2212\u2013]$/.test(value)
        ? `The column "${column}" says that the number is negative. Write -3 in one column.`
        : undefined;
    case "kind":
      return meaningOf(wordsOf(value)) === "another" ||
        isChange(plain(column), value) ||
        (!isOfSize(plain(column)) &&
          !isOfChange(plain(column)) &&
          movements.test(value) &&
          !isInsert(plain(column), value))
        ? `The column "${column}" says that the number is none of the stock. Send the lines of the stock alone.`
        : undefined;
    case "status":
      return (otherGoods.test(plain(value)) && !ofPlace.test(plain(column))) ||
        ((isNotForSale(plain(column), value) || isNotHere(value)) && !isNone(line.quantity)) ||
        (plain(column) === "type" && /^(?:(?:in|out)(?:bound)?|rental|hire|refund|receipt|adjustment)$/i.test(value)) ||
        (ofPlace.test(plain(column)) && isOtherPlace(value)) ||
        (ofNote.test(plain(column)) && reserved.test(value))
        ? `The column "${column}" says that these pieces are not for sale. Send the lines of the stock alone.`
        : isUncounted(plain(column), value) && /\d/.test(line.quantity)
          ? `By the column "${column}", nobody counts these pieces, so their number is not certain. Leave the number out, and write an availability.`
          : soldOut.test(value.replace(/[_-]/g, " ")) && hasPieces(line)
            ? `The column "${column}" says that nothing is there, and the line has a quantity. Write 0 as the quantity.`
            : undefined;
    case "note":
      return saysOtherPrice(value)
        ? `By the column "${column}", the price is without tax or of several pieces. Export the price that a customer pays for one.`
        : undefined;
    case "minor":
      return /^(?:[1-9]|10+|y|yes|true)$/i.test(value) && /^\d+$/.test(line.price.trim())
        ? `By the column "${column}", the price may be in cents. Write it with its decimals, such as 4.50.`
        : undefined;
    case "unit":
      return /^(?:pence|p|pennies|cents?|ct|centimes?|rappen)$/i.test(value)
        ? `The price is in ${shown(value)}. Write 4.50 in place of 450.`
        : isWithoutTax(value, "")
          ? "The price is without tax. Export the price that a customer pays."
          : ofPieces(measures.test(unit) || /^[cm]$/i.test(unit) || packs.test(unit) || isOtherNumber(unit), value);
    case "measure":
      return isOfOne(value)
        ? undefined
        : `By the column "${column}", the numbers are for ${shown(value)}. Export those of one piece, or leave this column out if they are.`;
    case "weighed":
      return isSoldOtherwise(plain(column), value)
        ? `By the column "${column}", the product is sold by weight or in packs, so the price is none of one piece. Leave this line out.`
        : undefined;
    case "market":
      return isOtherMarket(value, column, country, currency)
        ? `By the column "${column}", the price is that of ${shown(value)}. Send the lines of the country of this store alone, or name the column "Country of origin".`
        : undefined;
    case "cents": {
      const [whole = 0, part = /^(?:y|yes|true)$/i.test(value) ? 1 : 0] = [amountOf(line.price), amountOf(value)];
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
  release: ["quantity", "invalid_quantity"],
};

/** A line whose price or quantity is another one by a column without a field. */
export function guardedLine(
  columns: readonly [guard: Guard, value: string, name: string][],
  numbers: Omit<Numbers, "listPrices">,
  place: Place,
): LineRejection | undefined {
  const line = { ...numbers, listPrices: columns.flatMap(([guard, text]) => (guard === "list" ? text : [])) };
  for (const [guard, text, column] of columns) {
    const value = text.trim();
    const message = value && refusalOf(guard, value, line, column, place);
    if (!message) continue;
    const [field, code] = refusals[guard] ?? ["price", "invalid_price"];
    return { field, code, message, value: shown(value) };
  }
  return undefined;
}
