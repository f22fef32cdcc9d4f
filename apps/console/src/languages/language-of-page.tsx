"use client";

import { type ReactNode, use } from "react";
import type { Catalog } from "./catalog.ts";
import { speakLanguageOf } from "./in-language.ts";
import { LANGUAGE_COOKIE, languages } from "./languages.ts";

let catalog: Catalog | undefined;

/** The load of the texts in the language of the page; undefined: nothing to load. */
const loading =
  typeof document === "undefined" ? undefined : languages[document.documentElement.lang.slice(0, 2)]?.load?.();
if (loading) speakLanguageOf(() => ({ catalog }));
const loaded = loading?.then((found) => {
  catalog = found.catalog;
});

/** A choice in another tab counts here from the next look at this one. */
function followChoice(): void {
  const cookies = document.cookie.split("; ");
  const [, chosen = ""] = cookies.map((one) => one.split("=")).find(([name]) => name === LANGUAGE_COOKIE) ?? [];
  const isOther = chosen in languages && chosen !== document.documentElement.lang.slice(0, 2);
  if (isOther && document.visibilityState === "visible") window.location.reload();
}
if (typeof document !== "undefined") document.addEventListener("visibilitychange", followChoice);

/** Holds the page back until the browser has the texts of its language. */
export function LanguageOfPage({ children }: { children: ReactNode }) {
  if (loaded) use(loaded);
  return children;
}
