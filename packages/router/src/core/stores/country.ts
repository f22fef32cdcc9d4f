import currencies from "country-to-currency";

const currencyOf = new Map<string, string>(Object.entries(currencies));

/** The currency (ISO 4217) in use in a country (ISO 3166-1 alpha-2). */
export function defaultCurrency(country: string): string {
  const currency = currencyOf.get(country);
  if (!currency) throw new Error(`no currency is known for the country ${country}`);
  return currency;
}
