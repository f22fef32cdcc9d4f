import { isNoBarcode } from "./barcode.ts";
import { isSingle, saysYes } from "./read-quantity.ts";
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
  /^(?:un?|nr?|no|num|numero|pza|pieza|c62|h87|nmb|x1?|cad(?:a?uno)?|alapiece|lunite|unitaire|manual|products?|produkt|arti(?:cle|kel)|packs?|pkg?|pkt|pckg?|pa[ck]kung|pa(?:k|ket|quet|quete)|conf(?:ezione)?|kits?|sets?|satz|juego|pairs?|paare?|paires?|par|paio|paa|pr|bottles?|flaschen?|bouteilles?|botella|bottiglia|fles|fl|btl?|cans?|dose|blik|jar|glas|becher|topf|pot|bag|beutel|sachet|zak|tub|tube|roll?[eo]?|rl|block|unit(?:a|es?)|unidad(?:es)?|einheit(?:en)?|eenhe(?:id|den)|stuks|stucke|stuckstk|styck|peca|sztuka|kom|singles?|eachea|books?|buch|heft|cd|dvd|spiel|karte|pflanze)$/;
/** Whether a unit is one product, so that the numbers count products: `EA`, `1 Stk`, `per piece`. */
export function isOfOne(value: string): boolean {
  // `Pieces .0` has no decimals.
  const text = value
    .replace(/\s\.0+$/, "")
    .replace(/^1(?:[.,]0{1,2})?(?!\d)\s?/, "")
    .replace(/^(?:per|pro|je|par|por) /i, "");
  return isSingle(text) || isNoBarcode(text) || products.test(plain(text)) || meaningOf(wordsOf(text)) === "nothing";
}

const ofMultiplier =
  /(?:multipli(?:er|kator|cador|cateur)|moltiplicatore|(?:conversion|umrechnungs|uom|unit|pack|price|qty|preis|mengen)fa[ck]tor|^(?:fa[ck]tor|facteur|fattore|umrechnung|conversion|divisor))$/;
const ofNoMultiplier =
  /point|punkt|loyal|bonus|reward|commission|markup|margin|order|bestell|cost|purch|buy|suppl|einkauf|achat|compra|acquist|inkoop/;
/** The unit in the column behind it is that of the content, or of a price that does not count. */
const ofContent =
  /content|contenu|contenido|contenuto|inhalt|inhoud|contenance|capaci|fullmenge|packungsgro|vol$|wt$|weight|gewicht|poids|peso|volume|size|length|perunit|grundpreis/;
export const isMultiplier = (text: string): boolean => ofMultiplier.test(text) && !ofNoMultiplier.test(text);
export const isContent = (name: string): boolean => ofContent.test(plain(name));

const ofWeighed =
  /byweight|weigh(?!t)|weightitem|toweight|(?:random|catch|variable)weight|scaleitem|isscale|nachgewicht|(?:gewichts|waage|wiege|weeg)artikel|aupoids|^pese$|(?:^|[io]t?)apeso|(?:por|al)peso|pesab|(?:per|op)gewicht|^perunit$|^(?:is)?(?:scale?able|waage|bilancia|weegschaal|bascula|pesable)$|^scale$|^(?:is|allow|sell)?fractional(?:qty|quantit(?:y|ies)|sales?|units?)?$/;
const ofPacked =
  /^(?:only)?(?:sold|sells|priced)(?:only)?(?:in|by|per|as)(?:the|a)?(?:multi)?(?:packs?|cases?|box(?:es)?|cartons?|dozens?|bundles?)(of\d*)?$/;
/** Whether yes, or a unit such as `kg`, says in this column that the price is by weight, or of a pack. */
export const isWeighed = (text: string): boolean => ofWeighed.test(text) || ofPacked.test(text);

/** Whether the product is sold by weight or in packs. `S`, `O` and `G` are scales of models. */
export function isSoldOtherwise(column: string, value: string): boolean {
  const unit = unitOf(value);
  if (ofPacked.test(column))
    return isOtherNumber(unit) || packs.test(unit) || (saysYes(value) && !(/of$/.test(column) && unit === "1"));
  const isYes = column === "scale" ? /^(?:1|y|yes|true|ja|oui)$/i.test(value) : saysYes(value) && column !== "perunit";
  return isYes || (measures.test(unit.replace(/^\d+/, "")) && !(column === "scale" && unit.length === 1));
}
