import { stockNames } from "./column-names.ts";
import { canSayMarket } from "./markets.ts";
import { isDiscount, ofOpenPrice } from "./other-prices.ts";
import { saysNo, saysYes } from "./read-quantity.ts";
import { isContent, isMultiplier, isWeighed } from "./units.ts";
import { plain } from "./words-behind.ts";

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
  | "release"
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
  | "minor"
  | "note"
  | "market";

const listOf = (text: string): Set<string> => new Set(text.trim().split(/\s+/));

const names: Partial<Record<Guard, ReadonlySet<string>>> = {
  // SAP has the price of 100 pieces, and scales have the price from a number of pieces on.
  unit: listOf(`
    currencyunit priceunit pricingunit unitofprice per priceper pricefor priceqty pricequantity priceuom preiseinheit preiseinh preispro preisje peinh pe prijseenheid prijsper
    pricebasis preisme preisbasis prixpar preciopor prezzoper pricingquantity unitedeprix qtyperprice priceperqty preisgiltfur preisgilt unidadesporprecio priceforqty priceisfor prixpour piecesperprice unitsperprice mengepropreis quantiteparprix vendupar soldin soldper soldas fromqty fromquantity qtyfrom quantityfrom tierqty tierquantity pricebreak breakqty staffelab abmenge staffelmenge tradeitemunitdescriptor packaginglevel packlevel`),
  measure: listOf(`
    uom unitofmeasure sellinguom salesuom unit unittype unitname baseunit bun salesunit unitandprecision sellingunit unitofsale usageunit um udm jm mj me einheit
    mengeneinheit verkaufseinheit basiseinheit basismengeneinheit masseinheit unite unitedevente unitedemesure unidad unidaddemedida
    unidadmedida unidaddeventa unidade unita unitadimisura unitamisura eenheid verkoopeenheid enhet enhed`),
  stockUnit: listOf(
    "stockunit stockuom inventoryunit inventoryuom qtyunit qtyuom quantityunit quantityuom lagereinheit lagermengeneinheit unitedestock unidaddestock unitadimagazzino voorraadeenheid",
  ),
  sign: listOf("sign vorzeichen vz signe signo segno"),
  kind: listOf(`
    measure kennzahl metric kpi stocktype documenttype doctype entrytype movement movementtype stockmovement direction transaction transactiontype txntype inout operation mode updatemode updatetype changetype adjustmenttype quantitytype qtytype event eventtype
    bewegung bewegungsart bewegungstyp buchungsart richtung mouvement typemouvement typedemouvement sens movimiento tipomovimiento
    tipodemovimiento op action belegart belegtyp tipodocumento movimento tipomovimento tipodimovimento causale mutatie mutatiesoort mutatietype`),
  status: listOf(
    "status state itemstatus productstatus piecestatus unitstatus serialstatus artikelstatus inventorystatus stockcondition quality qualitystatus type bestandsart bestandstyp statut estado stato",
  ),
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
    sale offer special promo promotion reducedto final deal markdown discounted reduced discountprice aktion angebot reduziert soldes solde promocion
    oferta rebaja rebajado aanbieding actie afgeprijsd offerta saldo scontato`),
  saleFrom: listOf(`
    validfrom validsince validfromdate effectivefrom effectivedate pricevalidfrom priceeffectivedate gultigab gultigvon preisgultigab
    geldigvanaf valabledu valableapartirdu validodesde vigentedesde validodal`),
  release: listOf(`
    released releasedate streetdate embargo embargodate availablefrom availableon availableasof publicationdate pubdate dateavailable availabledate availabilitydate
    launchdate onsalefrom onsaledate erscheinungsdatum erscheinungstermin erscheintam verfugbarab lieferbarab disponiblele disponibleapartirdu disponibledesde
    disponibiledal beschikbaarvanaf datedesortie dateparution
    datedeparution fechadelanzamiento fechalanzamiento datadiuscita datauscita verschijningsdatum`),
  saleUntil: listOf(`
    validto validuntil validtill validthrough validtodate effectiveto effectiveuntil pricevalidto pricevaliduntil gultigbis preisgultigbis
    geldigtot valableau valablejusquau validohasta vigentehasta validoal validofinoal`),
};
const saysIncluded = /incl|inkl|inc(?=vat|tax|gst)|enthalten|inbegrepen|comprise/;
const saysTax = /tax|vat|gst|mwst|ust|steuer|iva|btw|tva|moms/;
const flagsOfTax = listOf(
  "exclincl inclexcl exklinkl inklexkl ttc gross brutto lordo pricetype preisart taxmode pricemode ttcht htttc bruttonetto nettobrutto grossnet netgross",
);
/** `isNet`, `priceIsGross` and `Net price flag` are `net` and `gross`. */
const flagIn = (text: string): string =>
  text
    .replace(/^(?:prices?)?(?:ist(?=net|brutto)|is|are|est|has)(?=\p{L}{2})|^prices?(?=exc|without|net|gross)/u, "")
    .replace(/flag$/, "");
export const isFlagOfTax = (text: string): boolean =>
  (saysIncluded.test(text) && saysTax.test(text)) || flagsOfTax.has(text) || /^(?:gross|brutto)$/.test(flagIn(text));
const isFlagOfNet = (text: string): boolean =>
  /^(?:net(?:to)?|net(?:to)?(?:prices?|preise?)|(?:exc?(?:l(?:ud(?:ing|e[sd]?)|usive)?)?(?:of)?|exkl|plus|without|ohne|zzgl|sans|hors|sin|senza)(?:tax|vat|gst|mwst|ust|iva|btw|tva|taxes?)|(?:tax|vat|gst|mwst|ust|iva|btw|tva)(?:exc?l?|excluded|exclusive|exkl))$/.test(
    flagIn(text),
  );
const ofCost = /cost|purchas|suppl|einkauf|achat|compra|acquist|inkoop/;
const withoutTax =
  /^(?:exc?l.*|exk.*|ex\s.*|net|netto|ht|hors\s.*|(?:\+|plus|zzgl\.?)\s?\p{L}.*|zzgl\.?|esclus.*|(?:no|non|not|nicht|niet)\s(?:incl|inkl|compr|enth|inbegr).*)$/iu;

/** Whether a value says that the price is without tax: `excl.`, no in `Price incl. VAT`, yes in `Ex VAT`. */
export function isWithoutTax(value: string, text: string): boolean {
  if (isFlagOfNet(text))
    return /^(?:y|yes|true|ja?|oui|s[ií])$/i.test(value) || (value === "1" && flagIn(text) !== text);
  // An object of JSON begins with NUL.
  if (value.startsWith("\0")) return /"\w{0,20}incl\w{0,20}":(?:false|0|"no")/i.test(value);
  return withoutTax.test(value) || (isFlagOfTax(text) && /^(?:0|no|n|false|f|nein|non|nee)$/i.test(value));
}

/** Columns that say for whom a price is. */
export const ofBuyers =
  /^(?:pricetype|preisart|(?:customer)?price(?:list|group|level)|(?:customer|client)(?:groups?|types?)|preis(?:liste|gruppe)|kundengruppen?|tarif|tarifa|listino|groupe(?:de)?clients?|grupo(?:de)?clientes?|gruppo(?:di)?clienti|klantgroep|(?:sales)?channels?|(?:verkaufs)?kanal|canal(?:deventa|devente)?|canaledivendita|verkoopkanaal)$/;
/** Columns whose value can be `Variable`. */
export const ofPriceType =
  /^(?:pric(?:e|ing)(?:type|mode)|preis(?:art|typ)|type(?:de)?prix|tipo(?:de)?precio|tipo(?:di)?prezzo|prijs(?:type|soort))$/;
/** Columns that can have the price with tax, beside one without. */
export const ofGross =
  /^(?:grand)?total(?:price|gross|incl?\w*)?$|^(?:prix|precio|prezzo)(?:total)e?$|^totaalprijs$|^(?:price|preis|prix|precio|prezzo|prijs)(?:vat|tax|gst|iva|tva|mwst|btw)$|^gross(?:retail|selling\w*)$|^gross(?:amount|total)?$|^(?:brutto|lordo|ttc)$|^in[ck]l?(?:vat|tax|gst|btw|iva|mwst|ust)$|^ivaincl\w*$|^gesamt(?:preis|betrag)?$/;
/** Yes says that nobody can buy the piece. */
const ofBlocked =
  /^(?:is)?(?:(?:sales?)?blocked|salesstop|donotsell|verkaufs(?:sperre|stopp|verbot)|sperrkennzeichen|recall(?:ed)?|ruckruf|rappel|expired|withdrawn|gesperrt|bloque|bloquead[oa]|bloccat[oa]|geblokkeerd|deleted|geloscht|supprime|eliminad[oa]|eliminat[oa]|verwijderd|soldout|outofstock|ausverkauft|epuise|agotad[oa]|esaurit[oa]|uitverkocht|onhold|notfor(?:re)?sale|displayonly|archived|archiviert|(?:online|web)only|nuronline|dropship(?:ped|ping)?)$|^isrental$|^(?:miet|leih)artikel$/;
/** No says that nobody can buy the piece. */
const ofSale =
  /^(?:is)?(?:available)?forsale$|^(?:is)?(?:sellable|saleable|salable)$|^verkauflich$|^envent[ae]$|^invendita$|^tekoop$/;
const ofFulfilment = /^fulfill?ment(?:channel|type|by|method)?$/;
/** 1 can be a number of pieces. */
const ofPieces =
  /^(?:is)?(?:sold|reserved|reserviert|damaged|quarantined?|rental|hire|verkauft|defekt|vendue?|reserve|vendid[oa]|reservad[oa]|vendut[oa]|riservat[oa]|verkocht|gereserveerd|preorder|vorbestellung|precommande|preventa|prevendita)$/;
/** Places of pieces, and notes about them. */
export const ofPlace =
  /^(?:bin|(?:stock|bin|storage)?location|warehouse|zone|area|lager|lagerort|lagerplatz|emplacement|depot|ubicacion|almacen|ubicazione|magazzino|locatie|magazijn|entrepot|deposito|bodega)(?:name|code)?$/;
export const ofNote =
  /^(?:price|product|item|internal|stock|preis|artikel)?(?:notes?|remarks?|comments?|memo|info|bemerkung(?:en)?|anmerkung(?:en)?|notiz(?:en)?|hinweise?|kommentare?|remarques?|observations?|commentaires?|notas?|observaciones|comentarios?|nota|osservazioni|commenti|commento|opmerking(?:en)?|toelichting)(?:1|internal)?$/;
const ofUnlimited =
  /^(?:is)?(?:unlimited|infinite)(?:stock|qty|quantity|inventory)?$|^(?:stock|qty|quantity)(?:unlimited|infinite)$|^unbegrenzt$|^illimite$|^ilimitado$|^illimitato$|^onbeperkt$/;
const ofTracking =
  /^(?:is)?(?:track(?:s|ed)?(?:stock|inventory|quantity)|(?:stock|inventory)(?:control(?:led)?|track(?:ed|ing))|stockmanaged|(?:lager)?bestandsfuhrung|gestion(?:de)?stocks?|controldestock|gestionestock|voorraadbeheer)$/;
/** Whether nobody counts the pieces of a line. */
export const isUncounted = (name: string, value: string): boolean =>
  (ofUnlimited.test(name) && saysYes(value)) || (ofTracking.test(name) && (saysNo(value) || /^off$/i.test(value)));
export const isNotForSale = (name: string, value: string): boolean =>
  (ofSale.test(name) && saysNo(value)) ||
  (ofFulfilment.test(name) && /^(?:fba|afn|fbb|amazon.*)$/i.test(value)) ||
  (ofBlocked.test(name) && value === "1") ||
  (/^deleted(?:at|on|date)$/.test(name) && /[1-9]|yes/.test(value) && !/\b(?:0001|19[07]0|9999)\b/.test(value)) ||
  ((ofBlocked.test(name) || ofPieces.test(name)) && /^(?:[xy]|yes|true|ja?|oui|s[ií])$/i.test(value));
/** Whether `Blocked` counts pieces, or `Scale` is that of models, by its first values. */
export const isCount = (name: string, values: readonly string[]): boolean =>
  plain(name) === "scale"
    ? values.some((text) => /^(?:\d+[:/]\d+|h[0o]|tt)$/i.test(text))
    : ofBlocked.test(plain(name)) &&
      values.every((text) => /^\d{0,9}$/.test(text.trim())) &&
      values.some((text) => Number(text) > 1);
/** How many digits of a whole number are cents, or yes if the price is in cents. */
const ofMinor =
  /^(?:price|currency|unit|num(?:ber)?(?:of)?|nb)?(?:minorunits?|exponent|decimals?|decimal(?:places?|digits?)|precision|scale|fractiondigits?|decimales|decimali|decimalen|(?:dezimal|nachkomma)stellen|divisor)$|^is(?:in)?(?:cents|pence|minor(?:units?)?)$/;
/** Yes says that the quantity is a change, or no that it is none. */
const ofDelta = /^(?:is)?(?:delta|relative|increment(?:al)?|adjustment|change)$/;
const ofWhole = /^(?:is)?(?:absolute|overwrite|replace)$/;
export const isOfChange = (name: string): boolean => ofDelta.test(name) || ofWhole.test(name);
export const isChange = (name: string, value: string): boolean =>
  (ofDelta.test(name) && saysYes(value) && (value !== "1" || name.startsWith("is"))) ||
  (ofWhole.test(name) && saysNo(value));
const amountOfTax =
  /^(?:tax|vat|gst|mwst|ust|iva|btw|tva|moms)(?:amount|betrag|bedrag)$|^(?:montant|importe|importo)(?:tva|iva)$/;

/** Names of offers that end with the word of one: `January sale`. A last sale is a day, and an amount of sales none. */
const ofOffer =
  /^(?:promotional|campaign|leaflet|flyer|blackfriday|schlussverkauf|wsv|ssv|knaller|bonplan|restposten|endofline|lastchance|coupon|voucher)$|(?:bargain|closeout|(?:weekly|daily|todays)special|(?:january|spring|summer|autumn|winter|xmas|christmas|easter|weekend|flash)sale|sonderangebot|raumung|abverkauf|rebajas|liquidacion|saldi|uitverkoop|opruiming)$/;

/** @param before the name of the column before it @param values the first ones of its own */
export function guardOf(name: string, before = "", values: readonly string[] = []): Guard | undefined {
  const text = plain(name);
  if (canSayMarket(name, values)) return "market";
  const found = (Object.keys(names) as Guard[]).find((guard) => names[guard]?.has(text));
  if (text === "scale" && values.length && values.every((value) => /^[2-9]$/.test(value.trim()))) return "minor";
  if (found === "measure" && isContent(before)) return "content";
  if (/^\*?action\(/i.test(name)) return "kind";
  if (isMultiplier(text)) return "unit";
  if (isWeighed(text)) return "weighed";
  if (/^\s*[+±]\s?\/?\s?[-−]?\s*$/.test(name)) return "sign";
  if (/(?:sale|markdown|promo|offer)s? ?%/i.test(name)) return "discount";
  const isOfTax =
    isFlagOfNet(text) ||
    isFlagOfTax(text) ||
    amountOfTax.test(text) ||
    (saysTax.test(text) && !/pri[cxj]|pre[icz]|amount|betrag|montant/.test(text));
  if ([ofPlace, ofNote, ofUnlimited, ofTracking].some((known) => known.test(text))) return "status";
  if (isNotForSale(text, "yes") || isNotForSale(text.replace(/(?<=forsale).*/, ""), "no") || ofFulfilment.test(text))
    return "status";
  if ([ofGross, ofBuyers, ofPriceType, ofOpenPrice].some((known) => known.test(text))) return "tax";
  if (ofOffer.test(text)) return "offer";
  if (isOfChange(text)) return "kind";
  if (ofMinor.test(text)) return "minor";
  return found ?? (isDiscount(text) ? "discount" : isOfTax && !ofCost.test(text) ? "tax" : undefined);
}
