/** Letters and digits of a name in lower case, without accents: `Qté.` is `qte`. */
export function plain(name: string): string {
  // In a file with two encodings, a name can be UTF-8 that was read as Windows-1252: `CÃ³digo`.
  const text = name.replace(/[Ã][\u0080-\u00BF]/g, (pair) => Buffer.from(pair, "latin1").toString());
  const letters = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss");
  return letters.replace(/[^\p{L}\p{N}]/gu, "");
}

/** The words of a name: `on_order` and `onOrder` have two. */
export const wordsOf = (name: string): string[] =>
  name.split(/[^\p{L}\p{M}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u).filter(Boolean);

const listOf = (text: string): Set<string> => new Set(text.trim().split(/\s+/));

/**
 * Words that give a column another number than the stock of a shop or the price of one piece: `Quantity (sold)`, `Price (trade)`. Such a
 * column has no field.
 */
const otherNumbers = listOf(`
  sold sales ordered order orders backorder backorders backordered preorder preorders preordered incoming inbound expected arriving
  transit reserved allocated committed assigned picked quarantine damaged returned returns unavailable missing needed forecast
  min minimum max maximum reorder threshold alert alerts alertcount low warning adjust adjustment
  per box boxes case cases pack packs packsize packet packets carton cartons crate crates pallet pallets bundle multipack outer inner
  trade dealer distributor reseller supplier cost costs purchase purchased purchasing buy buying bought landed average avg net netto neto ht
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
  ingrosso grossista acquisto cauzione soci dipendenti valore vecchio precedente`);

/** Words that name no store on their own. Behind a number they say that the column has another fact: `Stock (status)`. */
const facts = listOf(`
  policy tracker tracked tracking track management manage managed item id type account status date point uom enabled location locations
  available on out total note notes code sku name description category control sync source hand updated required amount size level in
  levels quantity qty count unit units price retail flag gesamt totaal totale totales`);

/** Suffixes that say nothing more than the name: a moment, a unit, the price of the shop, or whether a person may edit the column. */
const empty = listOf(`
  current now today actual primary main noteditable readonly required optional level count
  units unit pcs pc pieces piece items item each stk stuck bottles perunit peritem pereach perpiece prostuck parpiece porunidad perstuk
  retail rrp rsp selling srp consumer public verkauf vk ladenpreis vente detail venta pvp publico vendita pubblico
  aldettaglio verkoop consument`);

/** A column that a person fills in before an import. */
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
  if (!isLength && said.some((word) => otherNumbers.has(word))) return "another";
  return said.every((word) => facts.has(word)) ? "fact" : "other";
}

const minorUnits = listOf(`
  pence penny p cents cent ct eurocent eurocents centimes centime centimos centimo centesimi centesimo centen rappen gbx minor`);

/** Whether a word names a hundredth of a currency. */
export const isMinorUnit = (word: string): boolean => minorUnits.has(plain(word));

/** A name in letters and digits that ends with such a word: `pricepence`, `priceincents`. */
export const inMinorUnits =
  /^(.*?)(?:in)?(?:pence|penny|(?:euro)?cents?|centimes?|centimos?|centesim[io]|centen|rappen|minor(?:units?)?)$/;
