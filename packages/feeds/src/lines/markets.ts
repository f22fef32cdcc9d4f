import { plain } from "./words-behind.ts";

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
/** Names that Intl does not know. `EU` is the market of the euro, and the last ones are that of no store. */
const others = `uk GB|england GB|greatbritain GB|usa US|unitedstatesofamerica US|holland NL|export -|row -|restofworld -|international -|
  worldwide -|overseas -`;
let known: Map<string, string> | undefined;

/** The codes of countries by their names in the languages of the columns. */
function countries(): Map<string, string> {
  if (known) return known;
  known = new Map<string, string>();
  for (const language of ["en", "de", "fr", "es", "it", "nl"]) {
    const names = new Intl.DisplayNames(language, { type: "region", fallback: "none" });
    for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
      const name = names.of(code);
      // `UK`, `FX` and `DD` are older codes of countries.
      const region = new Intl.Locale(`und-${code}`).region ?? code;
      if (name) known.set(plain(name), region).set(code.toLowerCase(), region);
    }
  }
  for (const row of others.split("|")) {
    const [name = "", code = ""] = row.trim().split(" ");
    known.set(name, code);
  }
  return known;
}

const MAX_LENGTH = 60;

/** `NO` and `SI` are Norway and Slovenia. */
const isNone = (text: string): boolean => /^(?:n\W?a\W?|n\.a\.)$/i.test(text) || /^(?:[Nn]o|[Ss][iíì])$/.test(text);
/** `CA` can be California, and `SE` the south east. */
const isRegion = (name: string, text: string, country: string): boolean =>
  /territory|region/i.test(name) && (country === "US" ? /^[A-Z]{2}$/ : /^[NS][EW]$/).test(text);

const locale = /^(?:[a-z]{2,3}[-_](?!en$)|(?:DE|FR|ES|IT|NL|PT)[-_](?!DE|FR|ES|IT|NL|PT))([A-Za-z]{2})$/;
const languages = /"\w{0,30}(?:lang|locale|unit|type)\w{0,30}":(?:"[a-z]{2,3}"|\[[^\]]{0,200}\])/gi;
/** The texts of a value: an object of JSON begins with NUL, and its members have names. A language is no country. */
const textsOf = (value: string): string[] =>
  value.startsWith("\0")
    ? [...value.replace(languages, "").matchAll(/"([^"\\]*)"(:?)/g)].flatMap(([, text = "", colon]) =>
        colon ? [] : text,
      )
    : [value];

/** Of a locale, such as `en-US` and `DE-CH`, only the country. `DE-FR` can be two countries. */
function codesOf(text: string): (string | undefined)[] {
  const place = locale.exec(text)?.[1] ?? text;
  const whole = countries().get(plain(place));
  const parts = place
    .split(/[^\p{L}]+/u)
    .filter((word) => word && !/^(?:market|store|shop|retail|prices?|the|in|my|our|en)$/i.test(word));
  return whole ? [whole] : parts.map((part) => countries().get(plain(part)));
}

const without =
  /(?:^|\s)(?:not|non|ex|excl\w{0,6}|outside|except|hors|sauf|nicht|au(?:ß|ss)er|ohne|fuera de|excepto|salvo|fuori|escluso|buiten|behalve)[\s-]/i;

/**
 * Whether a text names other countries than the one of the store: `US`, `Germany (DE)`. Without a country of the store, none is another
 * one. @param name of the column
 */
export function isOtherMarket(text: string, name: string, country: string | undefined, currency: string): boolean {
  if (!country) return false;
  const [, paid = currency] = /^\0.*"currency\w{0,9}":"([A-Z]{3})"/is.exec(text) ?? [];
  if (paid.toUpperCase() !== currency) return true;
  const rest = text.length <= MAX_LENGTH && text.split(without)[1];
  if (rest && codesOf(rest).includes(country)) return true;
  const isSaid = (one: string) => one.length <= MAX_LENGTH && !isNone(one) && !isRegion(name, one, country);
  const said = textsOf(text).filter(isSaid).map(codesOf);
  const codes = said.filter((all) => all.every(Boolean)).flat();
  return codes.length > 0 && !codes.some((code) => code === country || (code === "EU" && currency === "EUR"));
}

/** Columns and titles that say in which country a price counts. */
const ofMarket =
  /^(?:price|sales|selling|target)?(?:market(?:place|code|country)?|territory)$|^(?:price|sales?|selling|target)(?:country|region)(?:code)?$|^(?:countryofsale|markt|marche|mercado|mercato|verkaufsland|paysdevente|paisdeventa|paesedivendita|verkoopland)$/;
/** Most often, the country of origin. */
const ofCountry = /^(?:country|land|pays|pais|paese)(?:iso)?(?:code)?$/;
/** Goods come from there, and shops of these markets are elsewhere. */
const ofFactories = /^(?:CN|VN|BD|PK|KH|LK|MM)$/;
/** Beside them, a country is that of origin. */
export const saysOrigin = (name: string): boolean =>
  /origin|vintage|jahrgang|millesime|anada|annata|region|appellation|grape|rebsorte|winery|weingut|domaine|cantina|bodega|abv|alcoh?ol|vol$/.test(
    plain(name),
  );
/** Whether a column can say it, by its first values: the code of one country on all lines is hardly that of origin. */
export const canSayMarket = (name: string, values: readonly string[] = []): boolean =>
  ofMarket.test(plain(name)) ||
  (ofCountry.test(plain(name)) &&
    /^[A-Z]{2}$/.test(values[0] ?? "") &&
    !ofFactories.test(values[0] ?? "") &&
    values.every((value) => value === values[0]));

/** Whether a title names another country: `Market: US`. */
export function isTitleOfOther(title: string, country: string | undefined, currency: string): boolean {
  const [, name = "", said = ""] = /^([\p{L} ]{3,30})[:=](.*)$/u.exec(title) ?? [];
  return (
    (ofMarket.test(plain(name)) || ofCountry.test(plain(name))) && isOtherMarket(said.trim(), name, country, currency)
  );
}
