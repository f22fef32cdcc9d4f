import { currencies } from "./read-price.ts";

const totals = new Set(
  `total totals totalsum subtotal grandtotal sum summe gesamt gesamtsumme zwischensumme endsumme insgesamt totaux soustotal somme suma
  sumatotal totaal subtotaal eindtotaal totale subtotale somma totales totalt celkem yhteensä
  razem összesen toplam average averages avg durchschnitt mittelwert moyenne promedio gemiddelde`.split(/\s+/),
);
/** Other words of the label of a total: `Report total`, `TOTAL 2 items`. */
const labelWords = new Set(
  `grand sub sous report stock store shop inventory overall all of for general général generale general items item products product
  lines line records rows count value quantity qty units pcs amount artikel produkte positionen zeilen menge wert bestand
  articles article produits lignes quantité stock artículos articulos productos líneas lineas cantidad artikelen producten regels
  incl excl inc ex inkl exkl net netto gross brutto vat gst tax mwst ust btw tva iva moms aantal voorraad existencias articoli prodotti righe quantità`.split(
    /\s+/,
  ),
);
const MAX_LENGTH = 100;

/** Whether a text is the label of a total: `Total:`, `Gesamtsumme`, `TOTAL 2 items`, `Report total`. */
export function isTotal(text: string): boolean {
  if (text.length > MAX_LENGTH || !/\p{L}/u.test(text)) return false;
  const words = text
    .toLowerCase()
    .split(/[\s:=()#/|]+|-(?=\p{L})|[.,]\s/u)
    .filter(Boolean);
  const rest = words.filter((word) => !totals.has(word.replace(/[.,]$/, "")));
  return (
    rest.length < words.length &&
    rest.every((word) => labelWords.has(word) || currencies.has(word.toUpperCase()) || /^[\d.,]+$/.test(word))
  );
}

/** The sums of the valid lines so far: pence, and thousandths of the quantity. */
export class Sums {
  #lines = 0;
  #pence = 0;
  #thousandths = 0;
  #penceOfStock = 0;

  add(pence: number | null, thousandths: number | null): void {
    this.#lines++;
    this.#pence += pence ?? 0;
    this.#thousandths += thousandths ?? 0;
    this.#penceOfStock += ((pence ?? 0) * (thousandths ?? 0)) / 1_000;
  }

  /** Whether the numbers of a last line are the sums of at least two lines before it, or the value of their stock. */
  are(pence: number | null, thousandths: number | null): boolean {
    if (this.#lines < 2 || thousandths !== this.#thousandths) return false;
    return pence === null || pence === this.#pence || Math.abs(pence - this.#penceOfStock) < 1;
  }
}
