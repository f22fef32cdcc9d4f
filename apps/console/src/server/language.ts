import type { Catalog } from "../languages/catalog.ts";
import { LANGUAGE_COOKIE, languages } from "../languages/languages.ts";

export type { Language } from "@highstreet/router";

const MAX_HEADER = 1_000;

/** The language of a request: the person's choice, else the first of the browser's languages that the console has, else English. */
export function languageOf(headers: { cookie?: string | undefined; "accept-language"?: string | undefined }): string {
  const { cookie = "", "accept-language": accepted = "" } = headers;
  const chosen = cookie.split(/; ?/).find((one) => one.startsWith(`${LANGUAGE_COOKIE}=`));
  const wanted = accepted
    .slice(0, MAX_HEADER)
    .split(",")
    .map((one, n) => {
      const [tag = "", weight] = one.trim().split(";q=");
      return { tag: tag.slice(0, 2).toLowerCase(), weight: Number(weight ?? 1), n };
    })
    .toSorted((one, other) => other.weight - one.weight || one.n - other.n);
  const names = [chosen?.slice(LANGUAGE_COOKIE.length + 1) ?? "", ...wanted.map(({ tag }) => tag)];
  return names.find((name) => Object.hasOwn(languages, name)) ?? "en";
}

/** The texts of each language; undefined: English. */
export async function loadCatalogs(): Promise<ReadonlyMap<string, Catalog | undefined>> {
  const loads = Object.entries(languages).map(async ([name, { load }]) => [name, (await load?.())?.catalog] as const);
  return new Map(await Promise.all(loads));
}
