import { DomainError } from "@highstreet/router";
import { texts } from "./texts.ts";

/** Numbers with fewer digits are exact. */
const longDigits = /\d{16}/;
const integer = /^-?\d+$/;

type Reviver = (name: string, value: unknown, context: { source?: string }) => unknown;

const refuseInexact: Reviver = (_name, value, { source = "" }) => {
  if (typeof value !== "number" || Number.isSafeInteger(value) || !integer.test(source)) return value;
  throw new DomainError("MalformedRequest", texts.inexactNumber(source));
};

/**
 * Refuses whole numbers that a double cannot hold, such as a long barcode. tRPC would round them. It reports other errors of the JSON.
 * @throws MalformedRequest
 */
export function refuseInexactNumbers(json: string): void {
  if (!longDigits.test(json)) return;
  try {
    JSON.parse(json, refuseInexact as Parameters<typeof JSON.parse>[1]);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    if (error instanceof RangeError) throw new DomainError("MalformedRequest", texts.deepNesting);
  }
}
