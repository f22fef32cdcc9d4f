import { type FieldNames, productNames, stockNames } from "./lines/column-names.ts";
import { type StoreContext, saysNoTax } from "./lines/header-name.ts";
import { isTitleOfOther } from "./lines/markets.ts";
import { isCurrencyCode, isMarkOf } from "./lines/read-price.ts";
import type { RawStockLine } from "./lines/stock-line.ts";
import { plain, wordsOf } from "./lines/words-behind.ts";
import { isPeriod, isTitleOfPeriod, ofStock, periods } from "./periods.ts";

/** Columns whose different values are different pieces of the stock, such as two serial numbers, also if all else is equal. */
export const pieceNames = new Set(
  `bin binlocation bincode shelf bay aisle rack zone pallet lot lotno lotnumber batch batchno batchnumber batchcode serial serialno
  serialnumber inventoryno inventorynumber copyno copynumber assetno assettag vintage jahrgang issue issueno ausgabe heft network expiry expirydate expirationdate bestbefore bbe imei size color colour variant
  lagerplatz regal fach charge chargennummer mhd seriennummer grosse groesse farbe
  emplacement rayonnage numerolot numeroserie peremption dluo taille couleur
  lote numerolote caducidad ubicacion talla lotto scadenza scaffale ubicazione taglia colore
  houdbaarheid partij serienummer stelling schap maat kleur`.split(/\s+/),
);
/** Columns that are the same on all lines of a product. */
const ofProduct = new Set(
  `description longdescription shortdescription beschreibung descripcion beschrijving descrizione url link producturl handle slug weight gewicht
  poids peso tax taxrate taxclass taxcode vat vatrate vatcode mwst ust tva iva btw
  note notes remark remarks comment comments memo info hint extra bemerkung bemerkungen notiz hinweis
  kommentar remarque remarques commentaire commentaires nota notas observaciones opmerking opmerkingen active published enabled row line no nr number`.split(
    /\s+/,
  ),
);
const { barcode: _, condition: __, ...ofProducts } = productNames;
const { price, availability, currency, store } = stockNames;
const fields: FieldNames[] = [...Object.values(ofProducts), price, availability, currency, store];
const known = new Set(fields.flatMap(({ names, otherwise = [] }) => [...names, ...otherwise]));

/** Whether a column can say which part of the stock a line has. Lines of a barcode are then no corrections of each other. */
export function canNamePart(name: string): boolean {
  const text = plain(name);
  return pieceNames.has(text) || (text !== "" && !known.has(text) && !ofProduct.has(text));
}
const MAX_TITLE = 200;
/** A shorter external id could be a part of any name. */
const MIN_PHRASE = 3;

/** The names of stores in the name of a sheet, such as `Stock York`. */
function storesIn(sheet: string, isStore: (name: string) => boolean): string[] {
  const words = wordsOf(sheet).map(plain);
  const parts = words.flatMap((_, from) => words.slice(from).map((_, to) => words.slice(from, from + to + 1).join("")));
  return [plain(sheet), ...parts.filter(({ length }) => length >= MIN_PHRASE)].filter(isStore);
}

/** Whether a sheet has the name of another store of the retailer, such as `Stock York`. */
export function isOfOther(sheet: string, { names, stores }: StoreContext): boolean {
  if (!stores?.size) return false;
  const known = storesIn(sheet, (name) => stores.has(name));
  const own = names.map(plain);
  return known.length > 0 && !known.some((part) => own.includes(part));
}

const otherTables =
  /^(?:sold|sales|sold(?:items|stock)|orders?|onorder|ordered|purchaseorders?|reserved|return(?:s|ed)|damaged|old|archived?|lastyear|discontinued|verkauft|verkaufe|bestellt|bestellungen|reserviert|retouren|alt|archiv|vend[ui]s?|commandes?|ancien|vendidos|ventas|pedidos|antiguo|verkocht|besteld|oud|venduti|ordini|vecchio)$/;

const isOtherTable = (name: string): boolean =>
  otherTables.test(plain(name)) ||
  otherTables.test(plain(name).replace(/(?:items|products|(?<!sales)stock|today)$/, ""));

/** Words in the name of a sheet that say that it has another number than the stock, no current one, or none. */
const otherWords = new Set(
  `example examples sample samples template templates draft test backup copy summary total totals instructions budget forecast
  yesterday previous incoming expected arriving delivery deliveries inbound faulty defect defects defective writeoff supplier suppliers
  waste hire loan wishlist reorder backorder backorders preorder preorders online web webshop website
  beispiel beispiele verkauf verkaufszahlen vorlage muster entwurf sicherung sicherungskopie kopie gesamt summe ubersicht gestern vorige lieferung lieferungen zugang
  wareneingang defekt defekte ausschuss lieferant lieferanten nachbestellung nachbestellen onlineshop reserviert retouren anleitung
  exemple exemples modele brouillon sauvegarde copie totaux hier livraison livraisons attendu defectueux fournisseur fournisseurs retours
  ejemplo ejemplos plantilla borrador copia respaldo resumen ayer entrega entregas defectuoso proveedor proveedores devoluciones
  voorbeeld sjabloon concept totaal gisteren levering leveringen verwacht leverancier leveranciers bestellingen retour
  esempi esempio modello bozza totale ieri consegna consegne difettosi fornitore fornitori resi riepilogo`.split(/\s+/),
);
const otherPhrases =
  /\b(?:to (?:order|buy)|on (?:order|the way)|not for sale|write offs?|last (?:week|month|year)|zu bestellen|letzte woche|a commander|por pedir|te bestellen|da ordinare)\b/;

const goods =
  /\bwaste (?:bins?|bags?|baskets?|traps?|pipes?)|\bbroken (?:biscuits?|chocolates?)|\breserve (?:wines?|ports?|whisk(?:y|ie|ey)s?|range)\b/i;
const wordsOfSheet = (sheet: string): string[] => wordsOf(sheet.replace(goods, "")).map(plain);
/** Whether the name of a sheet says pieces that are none of the stock: `Sold`, `On order`. */
export function saysOtherPieces(sheet: string): boolean {
  const words = wordsOfSheet(sheet);
  const isOther = (word: string): boolean =>
    otherGoods.test(word) ||
    (otherTables.test(word) && !/^(?:discontinued|sales|old|alt|ancien|antiguo|oud|vecchio)$/.test(word));
  return (
    isOtherTable(sheet.replace(/^discontinued$/i, "")) ||
    (saysReport(sheet) && !/sellers?$/i.test(sheet)) ||
    words.some(isOther) ||
    otherPhrases.test(words.join(" "))
  );
}

/** Whether the name of a sheet says that it has another number than the stock: also `Template`, `Copy of Stock`, `Stock (2)`. */
const isOfOtherNumber = (sheet: string): boolean =>
  saysOtherPieces(sheet) ||
  saysOtherPrices(sheet) ||
  wordsOfSheet(sheet).some((word) => otherWords.has(word) || otherTables.test(word)) ||
  /\(\d\)\s*$/.test(sheet);

/** How well a sheet of a workbook fits by its name. Only the sheets of the best rank count. */
export function rankOf(sheet: string, { names }: StoreContext): number {
  const own = names.map(plain);
  const isOwn = storesIn(sheet, (name) => own.includes(name)).length > 0;
  return (isOfOtherNumber(sheet) ? 0 : isPeriod(sheet) ? 2 : 4) + (isOwn ? 1 : 0);
}

/** The only text of a line without numbers: `Returned items:`. */
export function headingOf({ price, quantity }: RawStockLine, fields: readonly string[]): string | undefined {
  if (price?.trim() || quantity?.trim()) return undefined;
  const [said, ...others] = fields.filter((text) => text.trim());
  return others.length ? undefined : said?.trim();
}

/** Words for pieces that nobody can buy, as {@link plain} text. */
export const otherGoods =
  /^(?:sold|quarantined?|blocked|allocated|intransit|gesperrt\w*|sperrbestand|bloquee?s?|bloquead[oa]s?|reservad[oa]s?|danneggiat[oi]|riservat[oi]|impegnat[oi]|bloccat[oi]|gereserveerd\w*|geblokkeerd\w*|returns?|returned|reserved|reserviert\w*|damaged|defekt\w*|faulty|broken|verkauft\w*|retouren|bestellt\w*|ordered|vendue?s?|retours?|commandee?s?|reservee?s?|vendid[oa]s?|endommagee?s?|danad[oa]s?|devoluciones|verkocht\w*|geretourneerd\w*|beschadigd\w*|vendut[io]|resi|deleted|geloscht|supprimee?|eliminad[oa]|eliminat[oa]|verwijderd)$/;
const MAX_HEADING_WORDS = 5;

/** Whether a heading says that the lines below have another number than the stock: `Sold this week`. */
export function saysOtherNumber(heading: string): boolean {
  const [first = "", ...others] = wordsOfSheet(heading);
  return isOtherTable(heading) || (otherGoods.test(first) && others.length < MAX_HEADING_WORDS);
}

const storeWords = new Set(
  `store shop branch outlet location site warehouse filiale standort lager laden magasin boutique depot tienda sucursal almacen winkel filiaal
  negozio magazzino`.split(/\s+/),
);

/** Whether a word beside the name of a store says no more than that it is one: `York Store`. `York 2` is another one. */
export const saysStore = (word: string): boolean => storeWords.has(plain(word));
/** The warehouse of a town need not be the shop there. */
export const saysWarehouse = (word: string): boolean =>
  /^(?:warehouse|lager|depot|almacen|magazzino)$/.test(plain(word));

const isShop = (word: string): boolean => saysStore(word) && !saysWarehouse(word);

/** Words beside the name of a store that say no more than stock, a report or a day. */
const isLabel = (word: string): boolean =>
  isShop(word) ||
  ofStock.has(plain(word)) ||
  periods.has(plain(word)) ||
  /^(?:[\d./,]+|at|in|for|of|from|as|by|für|von|vom|im|de|du|da|di|van|voor|pour|para|per|am|le|date|datum|fecha|data)$|report|bericht|list[ea]?$|rapport|informe/i.test(
    word,
  );

/** Whether a heading names this store, or another one of the retailer: `Store: York`, `Stock York`. */
export function placeOfHeading(heading: string, { names, stores }: StoreContext): "own" | "other" | undefined {
  const words = heading.split(/[\s:=()_–—-]+/).filter(Boolean);
  const label = /^stock (?:at|in) /i.test(heading) ? 2 : saysStore(words[0] ?? "") ? 1 : 0;
  const named = words.filter((word) => !isLabel(word) || saysStore(word) || /^\d\d?$/.test(word));
  // `York Outlet`, `York 2` and `Store 2` are other stores than `York`, if the retailer has them.
  const numbers = words.filter((word, at) => /^\d+$/.test(word) && isShop(words[at - 1] ?? ""));
  const bare = plain(named.filter((word) => !isLabel(word)).join(""));
  const own = new Set(names.map(plain));
  for (const said of [heading, words.slice(label).join(""), bare && named.join(""), ...numbers].map(plain)) {
    if (said && own.has(said)) return "own";
    if (said && stores?.has(said)) return "other";
  }
  // `York warehouse`, and `S2 York` with the code and the name of a store.
  const rest = named.length > MAX_HEADING_WORDS ? [] : named.filter((word) => !saysStore(word));
  const parts = rest.map((_, at) => [rest.slice(0, at + 1), rest.slice(at + 1)].map((part) => plain(part.join(""))));
  const isStore = (part: string) => part === "" || own.has(part) || stores?.has(part);
  if (parts.some((two) => two.every(isStore) && two.some((part) => /\p{L}/u.test(part) && !own.has(part))))
    return "other";
  // A number can be that of another place: `Leeds 2`.
  if (own.has(bare)) return /\d/.test(heading) ? undefined : "own";
  return bare && stores?.has(bare) ? "other" : undefined;
}

/** Titles of reports whose quantities are no stock. */
const otherReports =
  /^(?:sales(?! (?:channels?\W+(?:pos|point of sale|shop|store|retail|in.store|all)|prices?|floor|catalog(?:ue)?|stock(?=\W*$)|tax(?: rate)?\W+\d[\d.,]{0,5}(?=\W*$))\b)|sold|purchases?|(?:purchase|sales|customer|open) orders?|to order(?=\W*$)|(?:forecast(?:ed)?|pr[eé]visions?|prognose|pron[oó]stico|previsione)\b(?! (?:ltd|limited))|shopping list|consignment note|planogram|(?:max(?:imum|\.)?|target|ideal) (?:stock|levels?)(?! (?:ltd|limited|inc|llc|gmbh)\b)|orders?|order (?:list|form)|delivery notes?|deliver(?:y|ies)|returns?|transfers?|reservations?|invoices?|receipts?|min(?:imum|\.)? (?:stock|levels?)|reorder|retouren|rechnung|lieferschein|lieferung|bestell\w*|damaged|expired|missing|wish ?list|goods (?:in|received)|wareneingang|quotes?|quotation|angebot|umsatz(?!steuer(?:satz)?\b)\w*|best ?sellers?|(?:mindest|soll|h(?:ö|oe)chst|maximal)bestand|bruch(?=\W*$)|abschriften|reservierungen|kundenbestell\w*|etikettendruck|kostenvoranschlag|umlagerung|verkäufe|verkauf(?!s?(?:preis|artikel|fläche|flaeche|raum|bestand))\w*|ventes|commandes?|bon de (?:livraison|commande)|factures?|retours|ventas|pedidos?|mermas?|presupuesto|(?:entradas?|salidas?|recepci[oó]n) (?:de )?(?:mercanc\w*|almac\w*)|albar[aá]n|facturas?|vendite|ordin[ei]|fattur[ae]|resi(?= (?:a|ai|al|da|dal|dai|di|del|clienti|fornitori|merce|\d+)\b|\W*$)|s?carico(?= merc\w*|\W*$)|ddt(?= (?:nr?\b|del\b|\d))|preventivo|prenotazioni|casse(?= et\b|\W*$)|pertes|d[eé]marque|r[eé]ception(?= (?:de )?marchandise)|devis|r[eé]servations|derving|afprijzing\w*|inkooporders?|offerte \d\w*|reserveringen|bestelling(?:en)?|pakbon|verkopen|factuur)\b/i;
/** Words of such titles, also behind others: `Product sales report`. */
const wordsOfReports =
  / (?:(?<!(?:user|dept|department|team|(?:ed|sent) by|role|in(?= sales units? )) )sales(?!(?<=^ sales) stock $)(?! (?:prices?|(?<!(?:daily|weekly|monthly|yearly|annual|quarterly|todays|yesterdays) sales )tax|floor|team|area|channels?|department|dept|ltd|limited|(?:inc|llc) $|marketing|catalogu?e?|(?:and )?(?:repairs?|services?)) )|sales (?:\S+ ){0,3}(?:reports?|history|statistics|analysis|performance|quantity|quantities)|(?:qty|quantity|quantities|units|pieces) sold(?! (?:individually|separately|singly) )|(?<!bought (?:and )?)sold(?! (?:by|individually|separately|singly) )|purchase orders?|po \d+|invoices?|proforma|(?:packing|pick|picking) (?:list|slip|note)|shopping (?:cart|basket)(?! (?:products?|software) )|[xz] (?:read|reading|report)|(?:best|top) ?sellers?|write ?offs?|shrinkage|wastage|(?<!for )click (?:and )?collect(?! (?:enabled|eligible|available|yes) )|lay ?(?:bys?|aways?)|(?:wedding|gift) (?:list|registry)(?! (?:shop|store) )|\w*(?:umsatz|umsatze|umsatzliste|verkaufe|absatz|absatzstatistik)|warenausgang|schwund|packliste|pickliste|ventes(?! privees )|(?:statistiques?|rapport|etat) de vente|vendus|factures?|(?<!puntos? de )ventas|vendidos|vendite(?! al dettaglio )|venduto|verkooprapport|verkoopcijfers|verkoopoverzicht|omzet(?!belasting)\w*|dagstaat|takings|till reports?|z bericht|(?:kassen|tages)(?:bericht|abschluss)|abverkaufs?(?:liste|statistik|zahlen)|renner penner|(?:supplier|(?<!for )online|vendor) orders?|back ?orders(?! allowed )|bordereaux? de (?:livraison|vente)|corrispettivi|waste log|(?:items?|products?) sold by (?:store|product|category|department|sku|item|day|week|month|staff|customer)|verkopen|verkocht|vendas|labels? to print|demand forecast|movements? (?:summary|report|history|list|log)|customer requests|(?<!(?:free|home|local|day) )delivery(?: \d+)+(?= $)) /;
/** Names of programs, and the way through their menus, before the name of a list of products. */
const programs =
  /^(?:zoho invoice(?=\W*(?:$|items?\b|products?\b|stock|inventor))|odoo\s?[/>›:-]\s?(?:sales|purchase|point of sale)\s?[/>›:-](?=\s?products?(?:\s?[/>›:-]\s?product variants)?\s*$))/i;
/** Whether a title is that of sales, orders and the like. */
function saysReport(title: string): boolean {
  const text = title.replace(programs, "").replace(/\S{1,99}@/g, "");
  return otherReports.test(text) || wordsOfReports.test(` ${wordsOf(text).map(plain).join(" ")} `);
}
const saysStock = /stock|inventor|bestand|existencias|voorraad|giacenz/i;
const saysMinor = /\b(?:pence|pennies|cents?|centimes|rappen|céntimos|centesimi)\b/i;
const saysPrices =
  /pric(?:e|ing)|preis|prix|precio|prezz|prij[sz]|currency|währung|devise|moneda|valuta|tarif|listino|amounts|values|beträge|montants|importes|importi|bedragen|^\W*(?:in )?[A-Z]{3}\W*$/i;
const packsOf =
  /\b(?:in|per|en) (?:cases?|boxes|cartons?|packs?|dozens?|kartons?|vpe|ve|gebinden|colis|cajas|cartoni|colli|dozen|thousands?|hundreds?)\b/i;

const pricesPer =
  /(?:\b(?:unit )?prices?|preise?|prix|precios?|prezz[oi]|prij[sz]\w*)\b[^,;.]{0,20}(?:\b(?:per|pro|je|par|por|al|au|à la|(?<!\bat )the)\b|\/)\W{0,3}(?:\d+ ?)?(?:kg|kilo\w*|g|gr|lbs?|oz|[cm]?l|lit(?:re|er|ro)s?|dozen|case|box(?! office)|carton|pack|ve|vpe|karton|doos|caja|carton|colis|100|1000)\b(?!['’])|^(?:unit(?! [A-Z]$)|uom|unit of measure|einheit|unité|unidad|unità|eenheid)\W+(?:kg|g|lbs?|oz|m|l|litres?|cases?|boxes|cartons?|dozens?)\W*$/i;

/** Pieces that are not on the shelf, and prices of other buyers. */
const otherStock =
  /\b(?:supplier|vendor|distributor)s? (?:stock|inventory)(?! (?:code|number|no)\b)|\b(?:reserved|allocated|incoming|damaged|faulty|quarantined?|returned) (?:stock|items|quantit(?:y|ies))|(?:stock|inventory) (?:on order|in transit|reserved|allocated)|(?:stock|bestand|existencias|giacenz[ae]|voorraad) (?:en commande|en transit|réservé|reservad[ao]s?|en tránsito|in arrivo|riservat[ao]|onderweg|unterwegs)|(?:reserviert|bestellt|gesperrt)er bestand|(?:gereserveerde|bestelde) voorraad/i;
const otherBuyers =
  /wholesale|(?<!fair[ -])\btrade(?!mark)|dealer|reseller|händler|gro(?:ß|ss)handel|revendeur|grossiste|mayorista|ingrosso|groothandel|\brental\b|\bmietpreis|alquiler|noleggio/i;
const buying = /\bcost(?!a\b|um)|purchas|einkauf|\bek\b|achat(?!e)|compra|acquist|inkoop/i;
const selling = /retail|sell|verkauf|\bvk\b|vente|venta|vendita|verkoop/i;

/** Without the pieces that are promised. */
const netStock =
  /\bnet(?:to)?[ -]?(?:stock|inventory|qty|quantit(?:y|ies)|available|availability|bestand|lagerbestand|menge)\b/gi;

export const addsTax =
  /\bnot include (?:vat|tax|gst)\b|\b(?:vat|tax|gst|mwst|btw|iva|tva)\.? (?:extra|to be added|on top)\b|\bzzgl\.? (?:der )?gesetzl\S{0,9} (?:mwst|ust)/i;
/** Whether a text says prices without tax, or those of other buyers. */
export const saysOtherPrices = (text: string): boolean =>
  /\bnet(?:to\p{L}*)?\b/iu.test(text.replace(netStock, "")) ||
  /\bHT\b/.test(text) ||
  (buying.test(text) && !selling.test(text)) ||
  otherBuyers.test(text) ||
  addsTax.test(text) ||
  saysNoTax(text);

/** Other codes can be words, such as ALL and TOP. */
const commonCodes = /^(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|CAD|AUD|JPY)$/;
/** Whether the name of a sheet has another currency: `Price list EUR`, `Preise €`. */
export const saysOtherCurrency = (sheet: string, currency: string): boolean =>
  [...wordsOf(sheet).filter((word) => commonCodes.test(word)), ...(sheet.match(/\p{Sc}/gu) ?? [])].some(
    (mark) => !isMarkOf(currency, mark),
  );

const movements =
  /^(?:stock|inventory) (?:transfers?|movements?|adjustments?)\b|^(?:mouvements?|movimientos?|movimenti)(?: (?:de|di) (?:stocks?|almacén|magazzino|inventa\w+|existencias)|\W*$)|(?:waren|lager|artikel)bewegung|inventurdifferenz|voorraadmutatie/i;

const ofPrices =
  /^(?:sales )?prices?\b[\s:-]*|^sales channels?\W+(?:pos|point of sale|shop|store|retail|in.store|all)\b[\s:-]*/i;

/** Whether a text above the header gives the numbers another meaning. @param isStock whether the name of the quantity says stock */
export function saysAnotherMeaning(line: readonly string[], store: StoreContext, isStock: boolean): boolean {
  const cells = line.map((cell) => cell.trim()).filter(Boolean);
  const text = cells.join(" ");
  if (!text || text.length > MAX_TITLE) return false;
  // Behind them, `York` and `orders` say what the lines are.
  const rest = text.replace(ofPrices, "");
  if (rest !== text && saysAnotherMeaning(["", rest], store, isStock)) return true;
  if (
    !isStock &&
    (movements.test(text) || (line[0]?.trim() && isTitleOfPeriod(text) && placeOfHeading(text, store) !== "own"))
  )
    return true;
  if (
    !isStock &&
    saysReport(text) &&
    (!saysStock.test(text) || /^(?:min|max|target|ideal|mindest|soll|h(?:ö|oe)chst|re?order)/i.test(text))
  )
    return true;
  if (placeOfHeading(text, store) === "other" || cells.some((cell) => placeOfHeading(cell, store) === "other"))
    return true;
  if (packsOf.test(text) || otherStock.test(text) || pricesPer.test(text)) return true;
  if (isTitleOfOther(text, store.country, store.currency)) return true;
  if (!saysPrices.test(text)) return false;
  const code = text.split(/[^A-Za-z]+/).find(isCurrencyCode);
  return saysMinor.test(text) || (code !== undefined && code !== store.currency) || saysOtherPrices(text);
}
