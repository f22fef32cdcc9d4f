import { type LineRejection, shown } from "./feed-line.ts";
import { contradicts } from "./other-prices.ts";
import { readSaleDays, type SaleClock } from "./sale-price.ts";
import { plain } from "./words-behind.ts";

/** What a column without a field says about the numbers of its line. */
export type Guard =
  | "unit"
  | "measure"
  | "discount"
  | "availability"
  | "offer"
  | "tax"
  | "saleFrom"
  | "saleUntil"
  | "price"
  | "lowerPrice";

const listOf = (text: string): Set<string> => new Set(text.trim().split(/\s+/));

const names: Partial<Record<Guard, ReadonlySet<string>>> = {
  // SAP has the price of 100 pieces, and scales have the price from a number of pieces on.
  unit: listOf(`
    priceunit pricingunit unitofprice per priceper pricequantity priceuom preiseinheit preiseinh preispro preisje peinh pe prijseenheid prijsper
    fromqty fromquantity qtyfrom quantityfrom tierqty tierquantity pricebreak breakqty staffelab abmenge staffelmenge`),
  measure: listOf("uom unitofmeasure sellinguom salesuom"),
  discount: listOf("discountamount discountpercent discountvalue reductionprice reductionpercent"),
  // Besides a column of quantities, 0 says that the product is not for sale.
  availability: listOf(
    "available isavailable instock isinstock verfugbar verfuegbar disponible beschikbaar disponibile",
  ),
  // Can be a price, a flag or a number of sold pieces.
  offer: listOf(`
    sale offer special promo promotion deal markdown discounted reduced discountprice aktion angebot reduziert soldes solde remise promocion
    oferta rebaja rebajado aanbieding actie afgeprijsd offerta saldo scontato`),
  saleFrom: listOf(`
    validfrom validsince validfromdate effectivefrom effectivedate pricevalidfrom priceeffectivedate gultigab gultigvon preisgultigab
    geldigvanaf valabledu valableapartirdu validodesde vigentedesde validodal`),
  saleUntil: listOf(`
    validto validuntil validtill validthrough validtodate effectiveto effectiveuntil pricevalidto pricevaliduntil gultigbis preisgultigbis
    geldigtot valableau valablejusquau validohasta vigentehasta validoal validofinoal`),
};
const flagOfTax =
  /(?:incl|inkl).*(?:tax|vat|gst|mwst|steuer|iva|btw|tva|moms)|(?:tax|vat|gst|mwst|iva|btw|tva|moms)(?:incl|inkl)|^(?:ttcht|bruttonetto|nettobrutto|grossnet|netgross)$/;

export function guardOf(name: string): Guard | undefined {
  const text = plain(name);
  const found = (Object.keys(names) as Guard[]).find((guard) => names[guard]?.has(text));
  return found ?? (flagOfTax.test(text) ? "tax" : undefined);
}

interface Numbers {
  price: string;
  /** The price without a sale. */
  regularPrice: string;
  quantity: string;
}

/** Why the value of such a column makes the numbers of the line unclear. */
function refusalOf(guard: Guard, value: string, line: Numbers, column: string, clock?: SaleClock): string | undefined {
  const number = /^\d/.test(value) ? Number.parseFloat(value.replace(",", ".")) : undefined;
  switch (guard) {
    case "availability":
      return /^(?:0|no|false|n)$/i.test(value) && /^[^-\u2212]*[1-9]/.test(line.quantity)
        ? `The column "${column}" says that the product is not available, and the line has a quantity. Write 0 as the quantity.`
        : undefined;
    case "offer":
      return /^\D{0,5}\d{1,7}[.,]\d\d\D{0,5}$/.test(value) && /[1-9]/.test(value) && value !== line.price.trim()
        ? `The column "${column}" may have a lower price. Name it "Sale price" or "Units sold", or leave it out.`
        : undefined;
    case "price":
    case "lowerPrice":
      return contradicts(guard, value, [line.price, line.regularPrice])
        ? `The column "${column}" has another price. Choose one by "columns": {"price": "…"}, or leave the other one out.`
        : undefined;
    case "discount":
      return number
        ? "The line has a discount, so its price is not certain. Export the price that a customer pays."
        : undefined;
    case "tax":
      return /^(?:0|no|n|false|f|nein|non|nee|net|netto|ht)$/i.test(value)
        ? `The column "${column}" says that the price is without tax. Export the price that a customer pays.`
        : undefined;
    case "saleFrom":
    case "saleUntil": {
      const days = readSaleDays({ [guard]: value }, clock);
      return "isNow" in days && days.isNow
        ? undefined
        : `By the column "${column}", the price does not count today, or its day is not clear. Export the price of today.`;
    }
    default:
      return (number !== undefined && number !== 1) || (guard === "unit" ? /^[cm]$/i : /^c$/i).test(value)
        ? `The price is for ${shown(value)} pieces. Export the price of one piece.`
        : undefined;
  }
}

/** A line whose price or quantity is another one by a column without a field. */
export function guardedLine(
  columns: Iterable<[guard: Guard, value: string, name: string]>,
  line: Numbers,
  clock?: SaleClock,
): LineRejection | undefined {
  for (const [guard, text, column] of columns) {
    const value = text.trim();
    const message = value && refusalOf(guard, value, line, column, clock);
    if (!message) continue;
    const isOfQuantity = guard === "availability";
    const [field, code] = isOfQuantity ? ["availability", "availability_differs"] : ["price", "invalid_price"];
    return { field, code, message, value: shown(value) };
  }
  return undefined;
}
