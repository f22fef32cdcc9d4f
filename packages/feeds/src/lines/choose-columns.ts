import {
  conditions,
  type FieldNames,
  neutralQuantities,
  pricesOfLevels,
  pricesOfNew,
  pricesPerPiece,
  stockNames,
} from "./column-names.ts";
import { type HeaderName, withoutPrefix } from "./header-name.ts";
import type { SaleDay } from "./words-behind.ts";

const MAX_REPEATED = 10;

type Place = HeaderName["place"];

/** One of several columns with the same meaning: of this store, without a suffix, or the only one. */
function best(found: number[], header: readonly HeaderName[], currency: string): number | undefined {
  const at = (place: Place) => found.filter((one) => header[one]?.place === place);
  const inCurrency = (ones: number[]) => ones.find((one) => header[one]?.currency === currency) ?? ones[0];
  const bare = at("bare").toSorted(
    (one, other) => (header[one]?.whole.length ?? 0) - (header[other]?.whole.length ?? 0),
  );
  const taxed = bare.filter((one) => header[one]?.isTaxed);
  const everywhere = inCurrency(taxed.length ? taxed : bare);
  const unknown = found.filter((one) => ["other", "fact"].includes(header[one]?.place ?? ""));
  return at("own")[0] ?? everywhere ?? (unknown.length === 1 ? unknown[0] : undefined) ?? at("input")[0];
}

/** The parts of a name such as `SKU/Barcode`, if one field has all of them. */
function sharedParts(parts: readonly string[], fields: readonly Set<string>[]): string[] {
  for (const known of fields) {
    const forms = parts.map((part) => [part, withoutPrefix(part)].find((form) => known.has(form)));
    if (!forms.includes(undefined)) return forms as string[];
  }
  return [];
}

export function positionsOf(header: readonly HeaderName[], fields: readonly FieldNames[]): Map<string, number[]> {
  const positions = new Map<string, number[]>();
  const hasParts = header.some(({ parts = [] }) => parts.length > 1);
  const known = hasParts ? fields.map(({ names, otherwise = [] }) => new Set([...names, ...otherwise])) : [];
  for (const [at, one] of header.entries()) {
    if (one.place === "another") continue;
    const shared = (one.parts ?? []).length > 1 ? sharedParts(one.parts ?? [], known) : [];
    for (const form of new Set([...one.whole, ...one.others, ...shared])) {
      // The id of a till's own record (`Product ID`) identifies no product, so `id` counts only as a whole name.
      if (form === "id" && !one.whole.includes(form)) continue;
      const known = positions.get(form);
      if (known) known.push(at);
      else positions.set(form, [at]);
    }
  }
  return positions;
}

const listOf = (text: string): string[] => text.trim().split(/\s+/);
/** Names that mean something different if the header has all columns of one of these lists. */
const otherMeanings: Record<string, readonly (readonly string[])[]> = {
  // Odoo's name of the cost.
  standardprice: [["qtyavailable"], ["defaultcode"], ["lstprice"]],
  // SAP Business One counts ordered pieces as available.
  available: [["committed", "ordered"]],
  verfugbar: [["bestatigt", "bestellt"]],
  disponible: [
    ["confirme", "commande"],
    ["comprometido", "pedido"],
  ],
  disponibile: [["impegnato", "ordinato"]],
  beschikbaar: [["toegewezen", "besteld"]],
};

/** Columns of a table of sales, orders or deliveries. */
const sales = listOf(`
  receipt receiptno receiptnumber receiptid invoice invoiceno invoicenumber customer customername cashier transactionid transactionno buyer
  paymentmethod datesold solddate saledate orderid orderno ordernumber deliverynote purchaseorder ponumber rma returnreason reservedfor
  rechnung rechnungsnr rechnungsnummer beleg belegnr belegnummer kunde kundenname kundennummer auftragsnr auftragsnummer lieferschein
  ncommande numerocommande facture nfacture numerofacture client ticket pedido factura cliente scontrino fattura klant klantnaam bonnummer
  factuurnummer invoicedate orderdate soldat soldby shipname bestelldatum rechnungsdatum kundennr lieferscheinnr bon datedevente fechadeventa
  ordine factuur supplierinvoice fromstore tostore wishlist revenue turnover netsales grosssales totalsales umsatz umsatze cattc caht
  chiffredaffaires fatturato ricavi ingresos facturacion omzet erlos erlose reason reasoncode adjustmentreason wastereason
  operator bediener cajero vendeur vendeuse vendedor venditore verkoper salesperson salesrep servedby soldon bonnr billno billnumber checkno
  tender paymenttype zahlungsart modedepaiement formadepago betaalwijze saletype returndate hirestart hireend
  time datetime uhrzeit zeit zeitpunkt heure hora ora tijd timeofsale verkaufsdatum belegdatum saleid transaction txn txnid basketid orderreference orderref
  orderstatus orderstate auftragsstatus versandstatus shippingstatus statutcommande estadopedido estadodelpedido statoordine paymentstatus financialstatus fulfillmentstatus fulfilmentstatus linetotal lineamount linevalue positionssumme zeilensumme totalligne totallinea totaleriga regeltotaal netrevenue grossrevenue ventasnetas ventasbrutas incasso omzetexcl omzetincl venditenette`);
/** Columns of packs, of units such as 100 g, and of the price of the whole product. */
const packs = listOf(`
  unit uom unitofmeasure measure einheit mengeneinheit eenheid unite unidad unita packsize packqty packquantity casesize caseqty casequantity
  unitspercase unitsperpack unitsperbox bottlespercase priceperpack packprice pricepercase caseprice priceperbox boxprice multipackprice
  totalprice ve vpe verpackungseinheit inhalt preisprove preisprokarton kartonpreis gesamtpreis inhoud prijsperdoos prijsperverpakking
  aantalperdoos aantalperverpakking stuksperdoos stuksperverpakking content contents contenu contenido contenuto
  itemsperbox itemspercase itemsperpack piecesperbox piecespercase piecesperpack rrp uvp adviesprijs`);
const used = [...conditions, ...listOf("zustand stato staat usedprice gebrauchtpreis prezzousato prixoccasion")];
/** Tills of India name the selling price so. */
const rates = listOf("rate salerate salesrate sellingrate srate retailrate");
/** Names that are no stock or no price if the header has one of these columns. */
const never: Record<string, readonly string[]> = {
  ...Object.fromEntries(pricesPerPiece.map((name) => [name, packs])),
  ...Object.fromEntries(stockNames.price.otherwise.map((name) => [name, rates])),
  ...Object.fromEntries(pricesOfNew.map((name) => [name, [...rates, ...used]])),
  ...Object.fromEntries(neutralQuantities.map((name) => [name, sales])),
  // QuickBooks POS has a price of each level.
  saleprice: ["employeeprice"],
  mengeimlager: listOf("mengeinfiliale mengeinderfiliale mengeimladen mengeimgeschaft"),
  qty1: [...sales, "qty2"],
};

interface Header {
  names: readonly HeaderName[];
  positions: Map<string, number[]>;
  /** What each column says about the days of a sale. With such a column, a sale price counts on some days only. */
  saleDays: readonly (SaleDay | undefined)[];
  hasSaleDates: boolean;
  /** A column says whether a sale price counts. */
  isFlagged: boolean;
  currency: string;
}

export function columnsOf(known: FieldNames, header: Header, isFree: (at: number) => boolean): number[] {
  const { names, positions, hasSaleDates, isFlagged, currency } = header;
  const { number, overall = [], passing = [], otherwise = [], sale } = known;
  // The days of a sale say more than its flag.
  if (sale && (sale === "flag" ? hasSaleDates : !hasSaleDates && !isFlagged)) return [];
  if (sale && sale !== "price") {
    const at = header.saleDays.findIndex((day, place) => day === sale && isFree(place));
    return at < 0 ? [] : [at];
  }
  const found: number[] = [];
  let isEveryDay = false;
  const isOfUnknown = ({ place, isStore, whole, others }: HeaderName): boolean =>
    place === "other" && !isStore && [...whole, ...others].some((form) => known.names.includes(form));
  const isUnclear = number !== undefined && names.some(isOfUnknown);
  const named = (alias: string, places?: readonly Place[]) =>
    (positions.get(alias) ?? []).filter((at) => {
      const { place = "bare", isMinor, whole = [], isStore = true, isTaxed, currency } = names[at] ?? {};
      if (number && place === "other" && !isStore) return false;
      if (pricesOfLevels.includes(alias) && !isTaxed) return false;
      // `Stock (total)` beside it can be that of all stores.
      if (isUnclear && (place === "fact" || overall.includes(alias))) return false;
      if (number === "quantity" && currency && place !== "own") return false;
      // With its suffix, the name is a known one: `Stock (on hand)`.
      const isRight = !places || places.includes(place) || (places.includes("bare") && alias === whole[0]);
      return isRight && isFree(at) && !found.includes(at) && !(isMinor && number !== "price");
    });
  const find = (aliases: readonly string[], places?: readonly Place[], isSure = true): void => {
    for (const alias of aliases) {
      if (found.length && !known.several) return;
      if ((hasSaleDates || (isFlagged && isSure)) && passing.includes(alias)) continue;
      if (number && never[alias]?.some((other) => positions.has(other))) continue;
      if (otherMeanings[alias]?.some((others) => others.every((other) => positions.has(other)))) continue;
      const same = named(alias, places);
      if (known.several === "all") {
        found.push(...same);
        continue;
      }
      const one = best(same, names, currency);
      if (one === undefined) continue;
      isEveryDay ||= !passing.includes(alias);
      found.push(one);
      if (!known.several) return;
      // For lines without a value in this store's column, the column of all stores counts. A price without tax never counts.
      const isSpare = (at: number) => at !== one && names[at]?.place === "bare" && !names[one]?.isTaxed;
      found.push(...same.filter(isSpare).slice(0, 1));
    }
  };
  const search = (aliases: readonly string[], isSure = true): void => {
    const present = aliases.filter((alias) => positions.has(alias));
    if (!number) {
      find(present, undefined, isSure);
      return;
    }
    const unknown = new Set(present.flatMap((alias) => named(alias, ["other"])).map((at) => names[at]?.unknown));
    const stores = number === "quantity" ? ["thisstore", "otherstore"].filter((one) => positions.has(one)) : [];
    const isOfPlaces = unknown.size + stores.length > 0;
    const ofPlaces = isOfPlaces ? present.filter((alias) => !overall.includes(alias)) : present;
    // The stock of this store comes first. A sale price of all stores comes before the price of this store.
    if (number === "quantity") find(present, ["own"], isSure);
    if (stores.length > 1) find(["thisstore"]);
    find(ofPlaces, ["own", "bare"], isSure);
    if (!isEveryDay && unknown.size === 1) find(ofPlaces, ["other"], isSure);
    if (stores.includes("thisstore")) find(["thisstore"]);
    find(stores.length ? ofPlaces : present, ["own", "bare"], isSure);
    if (!isEveryDay) find(present, ["input"], isSure);
  };
  // Beside the days of a sale, `price` can be the price of today.
  search(hasSaleDates && number === "price" ? ["regularprice", ...known.names] : known.names);
  if (!isEveryDay) search(otherwise);
  if (!found.length) search(known.names, false);
  const whole = found.filter((at) => !names[at]?.isMinor);
  return (whole.length ? whole : found).slice(0, MAX_REPEATED);
}
