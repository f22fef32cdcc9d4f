/** Letters and digits of a name in lower case, without accents: `Qté.` is `qte`. */
export function plain(name: string): string {
  // In a file with two encodings, a name can be UTF-8 that was read as Windows-1252: `CÃ³digo`.
  const text = name.replace(/[Ã][\u0080-\u00BF]/g, (pair) => Buffer.from(pair, "latin1").toString());
  const letters = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss");
  return letters.replace(/[^\p{L}\p{N}]/gu, "");
}

/** The words of a name: `on_order` and `onOrder` have two. */
export const wordsOf = (name: string): string[] =>
  name
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);

const listOf = (text: string): Set<string> => new Set(text.trim().split(/\s+/));

/**
 * Words that give a column another number than the stock of a shop or the price of one piece: `Quantity (sold)`, `Price (trade)`. Such a
 * column has no field.
 */
const otherNumbers = listOf(`
  000 000s tsd basket baskets cart carts expired display demo sample samples broken faulty defective weekend online web website ecommerce virtual target ideal optimal safety buffer opening future proposed planned from works
  days weeks cover turnover tray trays stores shops outlets branches club loyalty vip hire rental rent
  virtuell virtuel virtuelle virtuale virtueel soll ziel objectif objetivo doel obiettivo sicherheit securite seguridad veiligheid sicurezza
  anfang ouverture initial inicial iniziale geplant filialen magasins tiendas winkels negozi miete alquiler huur noleggio sold sales ordered order orders backorder backorders backordered preorder preorders preordered incoming inbound expected arriving
  transit reserved allocated committed assigned picked quarantine damaged returned returns unavailable missing needed forecast
  min minimum max maximum reorder threshold alert alerts alertcount low warning adjust adjustment
  delta change changes diff difference
  per box boxes case cases pack packs packsize packet packets carton cartons crate crates pallet pallets bundle multipack outer inner
  gl ledger valuation valued trade dealer distributor reseller supplier cost costs purchase purchased purchasing buy buying bought landed average avg net netto neto ht
  deposit member members membership staff employee employees b2b value asset margin markup profit discount shipping wholesale
  last old previous prev former yesterday week weekly month monthly year yearly ytd mtd was
  verkauft verkaufte bestellt bestellte bestellung bestellungen zulauf unterwegs erwartet reserviert zugeteilt kommissioniert gesperrt
  beschadigt beschaedigt retoure retouren mindest mindestbestand minimal maximal maximalbestand meldebestand nachbestellung
  karton kartons kiste kisten packung packungen ve verpackungseinheit gebinde palette paletten
  handler haendler grosshandel ek einkauf einkaufspreis einstand einstandspreis kosten pfand mitglied mitglieder personal
  mitarbeiter wert alt vorher vorjahr
  vendu vendus vendue vendues ventes commande commandes commandee commandees attendu attendus reserve reservee reserves affecte affectes
  endommage retour retours mini maxi seuil reappro reapprovisionnement colis boite boites lot lots gros grossiste achat achats cout couts
  consigne adherent adherents membre membres personnel valeur ancien
  vendido vendidos vendida vendidas pedido pedidos encargado encargados entrante entrantes reservado reservados reservada reservadas
  asignado comprometido transito danado devuelto minimo maximo reposicion caja cajas paquete paquetes palet
  mayorista compra compras coste costo costes fianza socio socios miembro miembros empleado empleados valor anterior
  verkocht besteld bestelling bestellingen onderweg verwacht gereserveerd toegewezen beschadigd minimaal maximaal bestelpunt
  doos dozen verpakking krat groothandel inkoop inkoopprijs kostprijs kost statiegeld lid leden personeel waarde oud vorige
  venduto venduti venduta vendute ordinato ordinati ordine ordini arrivo riservato riservati impegnato impegnati impegnata assegnato
  danneggiato reso resi minima massimo massima riordino scatola scatole confezione confezioni cartone collo colli
  ingrosso grossista acquisto cauzione soci dipendenti valore vecchio precedente
  kg g lb lbs oz ltr litre litres liter metre metres dozen dozens doz dz pair pairs hundred hundreds thousand thousands loan consignment
  kommission konsignation grade used takeaway subscription
  sprzedane sprzedana zarezerwowane zarezerwowana zamowione zamowiona hurtowa hurt kartony zakupu minimalny opakowanie
  prodano prodane rezervovano rezervovane objednano objednane velkoobchodni velkoobchod nakup nakupni baleni
  salda solda salt reserverat reserverade bestallt bestallda grossist inkop inkopspris forpackning
  solgt solgte reserveret reservert bestilt engros indkøb innkjøp pakke kasse
  vendidas encomendado encomendados encomenda encomendas reservadas atacado custo caixa caixas embalagem estoqueminimo
  satılan satıs satıldı rezerve siparis toptan maliyet alıs koli kutu
  予約 販売 販売済み 販売数 入荷予定 発注 発注残 卸売 卸 原価 仕入 仕入価格`);

/** Words that name no store on their own. Behind a number they say that the column has another fact: `Stock (status)`. */
const facts = listOf(`
  policy tracker tracked tracking track management manage managed item id type account status date point uom enabled location locations
  available verfugbar verfuegbar disponible disponibile beschikbaar on out total note notes code sku name description category control sync source hand updated required amount size level in
  turns turn age aging ratio velocity score rank months variance movement movements health coverage accuracy worth excess surplus overstock weight volume
  levels quantity qty count unit units price retail flag rayon gesamt totaal totale totales`);

/** Suffixes that say nothing more than the name: a moment, a unit, the price of the shop, or whether a person may edit the column. */
const empty = listOf(`
  current now today actual primary main noteditable readonly required optional level count
  units unit singles pcs pc pieces piece items item each stk stuck bottles shelf shopfloor shop store instore laden
  geschaft magasin boutique tienda winkel negozio standard regular normal default base number numeric integer decimal perunit peritem pereach perpiece prostuck parpiece porunidad perstuk
  retail rrp rsp selling srp consumer public verkauf vk ladenpreis vente detail venta pvp publico vendita pubblico
  aldettaglio verkoop consument`);

const isForInput = (text: string): boolean => text === "new" || text === "adjusted";

/**
 * What the words behind a name say. `nothing`: the name alone counts. `other`: perhaps the name of a store. `fact`: no name of a store.
 * `input`: for a person's entries. `another`: another number.
 */
export function meaningOf(words: readonly string[]): "nothing" | "other" | "fact" | "input" | "another" {
  const said = words.map(plain);
  const text = said.join("");
  if (text === "" || empty.has(text)) return "nothing";
  if (isForInput(text)) return "input";
  // `max. 13 digits` is a length.
  const isLength = /^(?:max|min)\D*\d+\D/.test(text);
  if (/^(?:19|20)\d\d$/.test(text)) return "another";
  if (!isLength && said.some((word) => otherNumbers.has(word))) return "another";
  return said.every((word) => facts.has(word)) ? "fact" : "other";
}

const minorUnits = listOf(`
  pence penny p cents cent ct eurocent eurocents centimes centime centimos centimo centesimi centesimo centen rappen gbx minor`);

export const isMinorUnit = (word: string): boolean => minorUnits.has(plain(word));

/** A name in letters and digits that ends with such a word: `pricepence`, `priceincents`. */
export const inMinorUnits =
  /^(.*?)(?:in)?(?:pence|penny|(?:euro)?cents?|centimes?|centimos?|centesim[io]|centen|rappen|minor(?:units?)?|(?<=in)ct)$/;

/** Words of a sale, and of the days on which it starts or ends, inside a name. */
const sale =
  /(?<!whole)sale(?!s)|special|promo|offer|discount|reduction|angebot|aktion|rebaj|oferta|actie|aanbieding|saldo|sconto|soldes?/;
const day =
  /(?<!up)date|datum|fecha|start|begin|ends?$|endet|until|expir|valid|gultig|debut|empieza|termina|inicio|einde|vanaf|inizio|fine/;
/** Shorter words count only alone. */
const shortDay = /^(?:from|to|till|ends?|ab|bis|von|du|au|fin|dia|desde|hasta|van|tot|data|dal|al)$/;
const plainDays = new Set(
  `startdate enddate datestart dateend datefrom dateto fromdate todate validfrom validto validuntil validtill startdatum enddatum
  gultigab gultigvon gultigbis datedebut datefin datededebut datedefin fechainicio fechafin fechadeinicio fechadefin begindatum
  einddatum geldigvanaf geldigtot datainizio datafine`.split(/\s+/),
);

const start = /^(?:start\w*|begin\w*|from|fromdate|ab|von|du|debut|empieza|inicio|desde|vanaf|van|inizio|dal)$/;
const end =
  /^(?:ends?|enddate|endet|end\w*date|to|todate|until|till|expir\w*|bis|au|fin|fine|termina|hasta|eind\w*|tot|al)$/;
/** In a name of one word: `validto`, `saleends`. */
const startInside = /start|begin|from|debut|inicio|inizio|vanaf|desde|gultig(?:ab|von)/;
const endInside = /ends?$|ende?date|enddatum|einddatum|dateend|to$|todate|until|till|expir|bis$|fin$|fine$|hasta|tot$/;

/** What a column says about the days of a sale. `interval`: both, or not clear which. `flag`: whether it is on, as yes or no. */
export type SaleDay = "from" | "until" | "interval" | "flag";

const flag =
  /^(?:ensoldes?|en|(?:is)?on(?:sale|promo|promotion|offer|special)|is|on|active|enabled|status|aktiv|actif|activ[oa]|attiv[oa]|actief)$/;
const ofFlag = /^(?:product|item|currently|now)$/;

/**
 * Which day of a sale price a column says: `Date sale price starts` (WooCommerce), `special_to_date` (Magento),
 * `sale_price_effective_date` (Google), `reduction_from` (PrestaShop).
 * @returns undefined for a column without such days
 */
export function saleDayOf(name: string): SaleDay | undefined {
  const text = plain(name);
  const words = wordsOf(name).map(plain);
  // In one word, `salestart` looks like `sales`.
  const isOfSale = sale.test(text) || words.some((word) => sale.test(word));
  const isDay = plainDays.has(text) || (isOfSale && (day.test(text) || words.some((word) => shortDay.test(word))));
  const isFlag = isOfSale && words.some((word) => flag.test(word));
  if (!isDay)
    return isFlag && words.every((word) => flag.test(word) || sale.test(word) || ofFlag.test(word))
      ? "flag"
      : undefined;
  let [isStart, isEnd] = [words.some((word) => start.test(word)), words.some((word) => end.test(word))];
  if (isStart === isEnd) [isStart, isEnd] = [startInside.test(text), endInside.test(text)];
  if (isStart === isEnd) return "interval";
  return isStart ? "from" : "until";
}
