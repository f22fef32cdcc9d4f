import type { Language as MailLanguage } from "../server/language.ts";
import type { Catalog } from "./catalog.ts";

interface Language {
  /** In its own words. */
  name: string;
  /** Undefined: English, which the rooms have. A browser loads one language only. */
  load?: () => Promise<{ catalog: Catalog }>;
}

export const languages: Readonly<Record<string, Language>> = {
  en: { name: "English" },
  de: { name: "Deutsch", load: () => import("./de.ts") },
  fr: { name: "Français", load: () => import("./fr.ts") },
  es: { name: "Español", load: () => import("./es.ts") },
  it: { name: "Italiano", load: () => import("./it.ts") },
  nl: { name: "Nederlands", load: () => import("./nl.ts") },
  // E-mails have the same languages.
} satisfies Record<MailLanguage, Language>;

/** Keeps a person's choice. Without it, the browser's own languages count. */
export const LANGUAGE_COOKIE = "language";
