import type { StockLine } from "../src/lines/stock-line.ts";

const unescaped: Record<string, string> = { t: "\t", n: "\n", r: "\r" };
const integer = (decimal: string | null | undefined): number | null =>
  decimal == null ? null : Number(decimal.replace(/e-\d$/, ""));

/** The lines in the rows of a stock feed. `read` is null for a rejected line, which has only its barcode's key. */
export function stagedLines(rows: Uint8Array): { line: number; itemKey: string; read: StockLine | null }[] {
  const texts = Buffer.from(rows).toString().split("\n").slice(0, -1);
  return texts.map((text) => {
    const [line, kind, key, barcode, price, quantity, currency, condition, , status, , , , , piece] = text
      .split("\t")
      .map((value) => (value === "\\N" ? null : value.replace(/\\(.)/g, (_, letter) => unescaped[letter] ?? letter)));
    const itemKey = key ?? "";
    if (kind === "s") return { line: -Number(line), itemKey, read: null };
    const values = {
      currency: currency ?? null,
      condition: (condition ?? null) as StockLine["condition"],
      status: (status ?? null) as StockLine["status"],
      ...(piece?.trim() && { piece }),
    };
    const read = { barcode: barcode ?? itemKey, pence: integer(price), thousandths: integer(quantity), ...values };
    return { line: Number(line), itemKey, read };
  });
}
