import { isNoBarcode } from "./barcode.ts";
import { isSingle } from "./read-quantity.ts";
import { meaningOf, plain, wordsOf } from "./words-behind.ts";

export const packs =
  /^(?:box(?:es)?|bx|cases?|cs|cartons?|ctns?|packs?|dozens?|doz|dz|kartons?|kisten?|gebinde|ve|vpe|palettes?|paletten?|pallets?|cajas?|boites?|boîtes?|dozen|doos|scatol[ae]|colis|coll[io]|bundles?|trays?|hundreds?|thousands?)$/i;

export const measures = /^(?:[cmgl]|kg|lbs?|oz|[cm]l|ltr|lit(?:re|er)s?|m[²23])$/i;

/** `case` in `per case of 6`. */
export const unitOf = (value: string): string => value.replace(/^(?:per|pro|je|par|por) /i, "").split(" ")[0] ?? "";

/** Whether a unit begins with a number other than 1. */
export const isOtherNumber = (unit: string): boolean =>
  /^\d/.test(unit) && !/^1(?:[.,](?:00?|0{4,9}))?(?![\d.,])/.test(unit);

/** Words for one product, beside those of single pieces. The numbers of a `Pack` are those of the pack. */
const products =
  /^(?:un?|nr?|num|numero|pza|c62|h87|nmb|packs?|pk|pck|pa[ck]kung|pa(?:k|ket|quet|quete)|sets?|pairs?|paare?|paires?|par|paio|bottles?|flaschen?|bouteille|botella|bottiglia|fles|cans?|dose|jar|glas|bag|beutel|tube|roll[eo]?|unit[ea]|stucke|styck|peca|sztuka|kom|singles?|eachea|books?|buch)$/;
/** Whether a unit is one product, so that the numbers count products: `EA`, `1 Stk`, `per piece`. */
export function isOfOne(value: string): boolean {
  const text = value.replace(/^1(?:[.,]0{1,2})?(?!\d)\s?/, "").replace(/^(?:per|pro|je|par|por) /i, "");
  return isSingle(text) || isNoBarcode(text) || products.test(plain(text)) || meaningOf(wordsOf(text)) === "nothing";
}

const ofMultiplier =
  /(?:multipli(?:er|kator|cador|cateur)|moltiplicatore|(?:conversion|umrechnungs|uom|unit|pack|price|qty|preis|mengen)fa[ck]tor|^(?:fa[ck]tor|facteur|fattore|umrechnung|conversion|divisor))$/;
const ofNoMultiplier = /point|punkt|loyal|bonus|order|bestell|cost/;
/** The unit in the column behind it is that of the content, or of a price that does not count. */
const ofContent =
  /content|contenu|contenido|contenuto|inhalt|inhoud|weight|gewicht|poids|peso|volume|size|length|perunit|grundpreis/;
export const isMultiplier = (text: string): boolean => ofMultiplier.test(text) && !ofNoMultiplier.test(text);
export const isContent = (name: string): boolean => ofContent.test(plain(name));
