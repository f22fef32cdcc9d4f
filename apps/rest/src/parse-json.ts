/** Numbers with fewer digits are exact. */
const longDigits = /\d{16}/;
const digits = /^\d+$/;

type Reviver = (this: object, name: string, value: unknown, context: { source?: string }) => unknown;

/** Keeps the source text of a whole number that a double cannot hold exactly. `isBarcode`: whether a member can be a barcode. */
function exactly(isBarcode: (holder: object, name: string) => boolean): Reviver {
  return function (name, value, { source }) {
    const isInexact = typeof value === "number" && value > Number.MAX_SAFE_INTEGER && digits.test(source ?? "");
    return isInexact && isBarcode(this, name) ? source : value;
  };
}

/** A barcode is the member `barcode`, or an entry of a list such as `barcodes`. */
const barcodes = exactly((holder, name) => name === "barcode" || Array.isArray(holder));
const everyMember = exactly(() => true);

/**
 * Parses a JSON body. Barcodes beyond 2^53 stay text, so that no digit is lost.
 * @param ofLines the members of the body's lines have any name, so each of them can be a barcode
 * @throws SyntaxError; RangeError for a long number in a deeply nested text
 */
export function parseJson(text: string, ofLines = false): unknown {
  return longDigits.test(text)
    ? JSON.parse(text, (ofLines ? everyMember : barcodes) as Parameters<typeof JSON.parse>[1])
    : JSON.parse(text);
}
