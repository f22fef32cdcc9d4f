/** Widths of bars and gaps by turns, of each symbol of Code 128. */
const symbols = [
  ...["212222", "222122", "222221", "121223", "121322", "131222", "122213", "122312", "132212", "221213"],
  ...["221312", "231212", "112232", "122132", "122231", "113222", "123122", "123221", "223211", "221132"],
  ...["221231", "213212", "223112", "312131", "311222", "321122", "321221", "312212", "322112", "322211"],
  ...["212123", "212321", "232121", "111323", "131123", "131321", "112313", "132113", "132311", "211313"],
  ...["231113", "231311", "112133", "112331", "132131", "113123", "113321", "133121", "313121", "211331"],
  ...["231131", "213113", "213311", "213131", "311123", "311321", "331121", "312113", "312311", "332111"],
  ...["314111", "221411", "431111", "111224", "111422", "121124", "121421", "141122", "141221", "112214"],
  ...["112412", "122114", "122411", "142112", "142211", "241211", "221114", "413111", "241112", "134111"],
  ...["111242", "121142", "121241", "114212", "124112", "124211", "411212", "421112", "421211", "212141"],
  ...["214121", "412121", "111143", "111341", "131141", "114113", "114311", "411113", "411311", "113141"],
  ...["114131", "311141", "411131", "211412", "211214", "211232", "2331112"],
];
/** The symbols that begin a text and pairs of digits, and the end. */
const [TEXT, PAIRS, END] = [104, 105, 106] as const;
/** A label has no room for more: the bars would be too thin for a scanner. */
const MAX_LENGTH = 24;

const digits = "0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011".split(" ");
/** Which of the left digits are mirrored. They tell the first digit. */
const mirrored = "000000 001011 001101 001110 010011 011001 011100 010101 010110 011010".split(" ");

const turned = (modules: string): string => modules.replace(/[01]/g, (one) => (one === "0" ? "1" : "0"));

const isEan13 = (code: string): boolean =>
  /^\d{13}$/.test(code) && [...code].reduce((sum, digit, n) => sum + Number(digit) * (n % 2 ? 3 : 1), 0) % 10 === 0;

function ean13(code: string): string {
  const [first = 0, ...rest] = [...code].map(Number);
  const [left, right] = [rest.slice(0, 6), rest.slice(6)];
  const ofLeft = left.map((digit, n) => {
    const modules = digits[digit] ?? "";
    return mirrored[first]?.[n] === "1" ? [...turned(modules)].reverse().join("") : modules;
  });
  const ofRight = right.map((digit) => turned(digits[digit] ?? ""));
  return ["101", ...ofLeft, "01010", ...ofRight, "101"].join("");
}

function code128(code: string): string {
  const pairs = /^(?:\d\d)+$/.test(code) ? (code.match(/../g) ?? []).map(Number) : undefined;
  const values = pairs ?? [...code].map((character) => character.charCodeAt(0) - 32);
  const start = pairs ? PAIRS : TEXT;
  const check = values.reduce((sum, value, n) => sum + (n + 1) * value, start) % 103;
  return [start, ...values, check, END]
    .flatMap((value) => [...(symbols[value] ?? "")].map((width, n) => (n % 2 ? "0" : "1").repeat(Number(width))))
    .join("");
}

/**
 * The barcode of a code, as an EAN-13 if it is one, else as a Code 128.
 * @returns its modules from left to right, 1 for a bar; undefined: a label cannot hold it
 */
export function barsOf(code: string): string | undefined {
  if (isEan13(code)) return ean13(code);
  if (code.length === 12 && isEan13(`0${code}`)) return ean13(`0${code}`);
  return code.length <= MAX_LENGTH && /^[ -~]+$/.test(code) ? code128(code) : undefined;
}
