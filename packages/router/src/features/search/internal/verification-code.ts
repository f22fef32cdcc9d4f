import { randomInt } from "node:crypto";

/** Digits and capital letters that people do not confuse. */
const SYMBOLS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const PART = 5;

const part = (): string => Array.from({ length: PART }, () => SYMBOLS[randomInt(SYMBOLS.length)]).join("");

/** A random code of 49 bits: `HS-7K3QF-M9X2D`. */
export const newVerificationCode = (): string => `HS-${part()}-${part()}`;

const pattern = /(?<![0-9A-Z])HS[\s-]?([0-9A-Z]{5})[\s-]?([0-9A-Z]{5})(?![0-9A-Z])/gi;

/** The codes in a profile's labels, in the form of `newVerificationCode`. Other text is ignored. */
export const codesIn = (labels: readonly string[] = []): string[] =>
  labels.flatMap((label) => [...label.matchAll(pattern)].map(([, one, two]) => `HS-${one}-${two}`.toUpperCase()));
