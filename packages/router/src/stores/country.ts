import currencies from "country-to-currency";

/** In the currency table, but not in ISO 3166-1: a country that is no more, and a code without a standard. */
const outside = new Set(["AN", "XK"]);

const currencyOf = new Map<string, string>(Object.entries(currencies).filter(([country]) => !outside.has(country)));
const knownCurrencies = new Set([...Intl.supportedValuesOf("currency"), ...currencyOf.values()]);

/** Whether the text is an ISO 3166-1 alpha-2 code in capitals. */
export function isCountry(code: string): boolean {
  return currencyOf.has(code);
}

/** Whether the text is an ISO 4217 code in capitals. */
export function isCurrency(code: string): boolean {
  return knownCurrencies.has(code);
}

/** The currency in use in a country. */
export function defaultCurrency(country: string): string {
  const currency = currencyOf.get(country);
  if (!currency) throw new Error(`no currency is known for the country ${country}`);
  return currency;
}
