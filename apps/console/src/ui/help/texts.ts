import { inLanguage } from "../../languages/in-language.ts";

/** The texts around the help. docs/help.md has the help itself. */
export const texts = inLanguage("help", {
  title: "Help",
  search: "Search the help",
  /** Shown in other languages. */
  language: "The help is in English.",
  contents: "Contents",
  nothing: "No part of the help has these words.",
  contact: (partner: string) => `Questions? Ask ${partner}:`,
  version: (version: string) => `Highstreet ${version}`,
});
