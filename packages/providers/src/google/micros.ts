import { ProviderError } from "../provider-error.ts";

/** An exact decimal in millionths of the currency's unit, as text, because Google's int64 values are JSON strings. */
export function microsOf(amount: string): string {
  const [, whole, decimals = ""] = /^([0-9]+)(?:\.([0-9]{1,6}))?$/.exec(amount) ?? [];
  if (whole === undefined) throw new ProviderError("refused", `“${amount}” is no price.`, { reason: "INVALID_PRICE" });
  return String(BigInt(whole + decimals.padEnd(6, "0")));
}

const MICROS_A_PENNY = 10_000;

export const microsOfPence = (pence: number): string => String(BigInt(pence) * BigInt(MICROS_A_PENNY));
export const penceOfMicros = (micros: string): number => Math.round(Number(micros) / MICROS_A_PENNY);
