/** The parts of docs/help.md in their order: the ids of the headings. */
export const helpParts = [
  "home",
  "products",
  "product",
  "stores",
  "set-up",
  "channels",
  "imports",
  "history",
  "team",
  "settings",
  "webhooks",
  "api-keys",
  "inbox",
  "all-shops",
  "your-account",
] as const;

export type HelpPart = (typeof helpParts)[number];
