import {
  changeCell,
  codes,
  type Damage,
  decimalOf,
  insertAt,
  isGtin,
  numbers,
  placeOf,
  priceColumn,
  prices,
  quantities,
} from "./damage.ts";
import { spelled } from "./number-style.ts";
import type { StockFile } from "./stock-file.ts";

const signs: Record<string, string[]> = {
  GBP: ["£", "GBP"],
  EUR: ["€", "EUR"],
  USD: ["$", "USD"],
  CHF: ["CHF", "Fr."],
  INR: ["₹", "INR", "Rs."],
};
const bare = (price: string): string => price.replace(/^[^\d-]+|\D+$/g, "");

/** A price with a sign or code on either side. */
function priced({ random }: StockFile, price: string, sign: string): string {
  return random.of([
    `${sign}${bare(price)}`,
    `${sign} ${bare(price)}`,
    `${bare(price)} ${sign}`,
    `${bare(price)}${sign}`,
  ]);
}

const twoSigns = (cell: string): string => cell.replace(/[.,]/g, (sign) => (sign === "." ? "," : "."));

/** Damage in one cell. */
export const cellDamage: readonly Damage[] = [
  {
    // A swapped sign before exactly three digits is a number that the till could have written, so it is outside.
    name: "one price with the other decimal sign",
    rows(file) {
      const { rows, columns } = file;
      const hasSign = (cell: string | undefined): boolean => /\d[.,]\d{1,2}\D*$/.test(cell ?? "");
      const column = columns.findIndex(({ holds }) => /^(?:paid|price)$/.test(holds));
      if (column < 0 || rows.filter(({ cells }) => hasSign(cells[column])).length < 2) return false;
      return changeCell(file, /^(?:paid|price)$/, "maybe", (cell) => (hasSign(cell) ? twoSigns(cell) : undefined));
    },
  },
  {
    name: "a word instead of a number",
    rows: (file) =>
      changeCell(file, /^(?:price|paid|pence|quantity)$/, "never", () =>
        file.random.of(["n/a", "call", "?", "tba", "see note 4", "B12", "4th shelf", "No. 7"]),
      ),
  },
  {
    name: "a letter in a number",
    rows: (file) =>
      changeCell(file, numbers, "never", (cell) => {
        const letters: Record<string, string> = { "0": "O", "1": "l", "5": "S" };
        const at = [...cell].findLastIndex((digit) => digit in letters);
        if (at >= 0) return cell.slice(0, at) + letters[cell[at] ?? ""] + cell.slice(at + 1);
        return /\d\d/.test(cell) ? cell.replace(/\d(?=\d)/, "$&x") : undefined;
      }),
  },
  {
    name: "a unit behind a quantity",
    rows: (file) => {
      const unit = file.random.of([" pcs", "pcs", " Stk", " ea", " Stück", " units", " x", " pz."]);
      return changeCell(file, quantities, "maybe", (cell) => cell + unit);
    },
  },
  {
    name: "a unit behind a price",
    rows: (file) => {
      const unit = file.random.of([" each", "/pc", " / Stück", "/kg", " p.p.", " *"]);
      return changeCell(file, prices, "maybe", (cell) => cell + unit);
    },
  },
  {
    name: "another minus sign",
    rows: (file) => {
      const minus = file.random.of(["−", "–", "－", "- ", "behind", "brackets"]);
      const place = placeOf(file, quantities);
      if (!place) return false;
      place.item.quantity = -1_000 * (1 + file.random.below(30));
      const text = spelled(file.system.quantity, -place.item.quantity);
      const written = { behind: `${text}-`, brackets: `(${text})` }[minus] ?? `${minus}${text}`;
      place.row.cells[place.column] = written;
      file.truth.maybe.add(place.item);
      return true;
    },
  },
  {
    name: "a number in scientific notation",
    rows: (file) =>
      changeCell(file, /^(?:price|paid|quantity)$/, "maybe", (cell, { item }) => {
        const value =
          /[£€$₹]|[A-Z]{3}/.test(cell) || cell === spelled(file.system.price, item.price) ? item.price : undefined;
        const number = (value ?? item.quantity) / 1_000;
        if (cell !== spelled(value === undefined ? file.system.quantity : file.system.price, number * 1_000))
          return undefined;
        return number.toExponential().toUpperCase().replace(".", decimalOf(file)).replace(/\d$/, "0$&");
      }),
  },
  {
    name: "a rounded barcode in scientific notation",
    rows: (file) =>
      changeCell(file, codes, "never", (cell, place) =>
        isGtin(place) && cell.length > 9
          ? Number(place.item.barcode).toExponential(5).toUpperCase().replace(".", decimalOf(file))
          : undefined,
      ),
  },
  {
    name: "separators of thousands added",
    rows: (file) => {
      const group = file.random.of([decimalOf(file) === "," ? "." : ",", "\u00a0", "\u202f", " ", "'"]);
      return changeCell(file, /^(?:price|paid|sale|quantity)$/, "maybe", (cell) =>
        /^\D*\d{4,6}(?!\d)/.test(cell) ? cell.replace(/\d(?=\d{3}(?!\d))/, `$&${group}`) : undefined,
      );
    },
  },
  {
    name: "a price in another currency",
    rows: (file) => {
      const foreign = Object.entries(signs).filter(([code]) => code !== file.system.currency && code !== "CHF");
      const sign = file.random.of(foreign.flatMap(([, all]) => all));
      return changeCell(file, prices, "never", (cell) => priced(file, cell, sign));
    },
  },
  {
    name: "a price with the sign of its currency",
    rows: (file) => {
      const sign = file.random.of(signs[file.system.currency] ?? []);
      return changeCell(file, prices, "maybe", (cell) => priced(file, cell, sign));
    },
  },
  {
    name: "the sign of a currency in another encoding",
    rows: (file) => {
      const sign = file.random.of(["Â£", "â‚¬", "?", "\uFFFD", "\u009c", "Õ", "\u0080"]);
      const isOther =
        (sign === "Â£" && file.system.currency !== "GBP") || (sign === "â‚¬" && file.system.currency !== "EUR");
      return !isOther && changeCell(file, prices, "maybe", (cell) => `${sign}${bare(cell)}`);
    },
  },
  {
    name: "a number that a spreadsheet made a date",
    rows: (file) => {
      const dates = [
        "05.Okt",
        "10. Mai",
        "2026-05-10",
        "10.05.2026",
        "10/05/2026",
        "May-10",
        "10-05-26",
        "12:30",
        "1/2",
      ];
      return changeCell(file, numbers, "never", () => file.random.of(dates));
    },
  },
  {
    name: "a word instead of a day of a sale",
    rows: (file) =>
      changeCell(file, /^sale(?:From|Until|Dates)$/, "maybe", () =>
        file.random.of(["soon", "31.02.2026", "n/a", "2026-13-01", "45987", "Monday/Friday", "?"]),
      ),
  },
  {
    // With another code in the line, that code is the barcode.
    name: "a word for no barcode",
    rows: (file) =>
      !file.columns.some(({ holds }) => /^(?:id|sku|ref)$/.test(holds)) &&
      changeCell(file, /^code$/, "never", () =>
        file.random.of(["n/a", "-", "0", "kein Barcode", "Does not apply", "TBC", "sin código", "unknown"]),
      ),
  },
  {
    name: "an error of a spreadsheet",
    rows: (file) => {
      const error = file.random.of(["#N/A", "#REF!", "#VALUE!", "########", "#DIV/0!", "Err:502", "#NAME?"]);
      return changeCell(file, /^(?:price|paid|pence|quantity|code)$/, "never", () => error);
    },
  },
  {
    name: "two numbers in a cell",
    rows: (file) =>
      changeCell(file, numbers, "never", (cell) =>
        file.random.of([
          `${cell}/${cell}`,
          `2 for ${cell}`,
          `${cell} - ${cell}`,
          `3 x ${cell}`,
          `${cell}+4`,
          `${cell} (4)`,
          `${cell} | ${cell}`,
        ]),
      ),
  },
  {
    name: "HTML entities",
    rows(file) {
      const sign = { GBP: "&pound;", EUR: "&euro;" }[file.system.currency] ?? "&nbsp;";
      const written = file.random.of([
        (text: string) => sign + bare(text),
        (text: string) => `${text}&nbsp;`,
        (text: string) => `&#160;${text}`,
      ]);
      return changeCell(file, file.random.of([prices, quantities]), "maybe", (cell, { column }) =>
        quantities.test(file.columns[column]?.holds ?? "") ? `${cell}&nbsp;` : written(cell),
      );
    },
  },
  {
    name: "another spelling of a barcode",
    rows: (file) => {
      const { random } = file;
      const spelling = random.of<(code: string) => string>([
        (code) => `${code.slice(0, 1)}-${code.slice(1, 7)}-${code.slice(7)}`,
        (code) => `${code.slice(0, 4)} ${code.slice(4)}`,
        (code) => `${code.slice(0, 5)}\u200b${code.slice(5)}`,
        (code) => (file.system.quotes === "never" ? `'${code}` : `="${code}"`),
        (code) => `'${code}`,
        (code) => `${code}.0`,
        (code) => `EAN ${code}`,
        (code) => `(01)${code.padStart(14, "0")}`,
        // Behind blanks alone, a short code can be a part of a code of the shop.
        (code) => (file.system.quotes === "never" ? `${code} / ABC-1` : `${code}, ABC-1`),
        (code) => `${code} / ${code}`,
        (code) => code.replace(/^0+/, ""),
        (code) => code.padStart(13, "0"),
        (code) => `${code}\u00a0`,
        (code) => `https://id.example/01/${code.padStart(14, "0")}`,
      ]);
      return changeCell(file, codes, "maybe", (_, place) => (isGtin(place) ? spelling(place.item.barcode) : undefined));
    },
  },
  {
    name: "full-width digits",
    rows: (file) =>
      changeCell(file, numbers, "maybe", (cell) =>
        cell.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
      ),
  },
  {
    name: "invisible characters in a number",
    rows: (file) => {
      const sign = file.random.of(["\u200b", "\u200e", "\u00a0", "\u2009", "\uFEFF", "\t"]);
      return changeCell(file, numbers, "maybe", (cell) => file.random.of([sign + cell, cell + sign]));
    },
  },
  {
    name: "a lone quote in a price, quoted right",
    rows: (file) =>
      priceColumn(file) &&
      changeCell(file, prices, "maybe", (cell) => insertAt(cell, file.random.below(cell.length + 1), '"')),
  },
];
