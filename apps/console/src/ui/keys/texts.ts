import type { Key } from "@highstreet/router/features/keys/keys.schema.ts";
import { inLanguage } from "../../languages/in-language.ts";

/** The texts of the page of API keys. */
export const texts = inLanguage("keys", {
  title: "API keys",
  text: "Keys with which tills and other systems call the API. They belong to the partner, not to one shop.",
  notYours: "API keys belong to the partner. Only people with the partner role make and revoke them.",
  create: "Create a key",
  none: "No key yet. Create one for each system, so that you can revoke each alone.",
  name: "Name",
  nameHelp: "The system that uses the key, such as “Till server”",
  scopes: "What the key may do",
  shops: "Shops",
  thisShop: (name: string) => `Only ${name}`,
  allShops: "All shops of the partner, also later ones",
  testShops: "A test key, for all test shops of the partner",
  testHelp: "A shop that is made with a test key is a test shop. Nothing of it reaches Google.",
  ends: "Ends",
  never: "Never",
  inDays: (days: number) => `In ${days} days`,
  used: "Last used",
  notUsed: "Not used yet",
  newKey: "Your new key",
  newKeyText: "Copy it now: it is not shown again. Keep it where only your system reads it.",
  copy: "Copy the key",
  done: "I have copied it",
  revoke: "Revoke",
  revokeOf: (name: string) => `Revoke ${name}`,
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeText: "The next call with this key is refused (401). This cannot be undone.",
  revoked: (name: string) => `${name} is revoked.`,
  limited: (shops: number) => (shops === 1 ? "1 shop" : `${shops} shops`),
  all: "All shops",
  allTest: "All test shops",
  keys: "Keys",
  actions: "Actions",
  expired: "Expired",
  /** What each scope allows. */
  scopeTexts: {
    "retailers:read": "Read shops and stores",
    "retailers:write": "Create and change shops and stores",
    "inventory:read": "Read stock, products and history",
    "inventory:write": "Send stock, edit products",
    "channels:read": "Read channels, deliveries and events",
    "channels:write": "Change channels and webhooks",
    "keys:write": "Make and revoke API keys",
  } satisfies Record<Key["scopes"][number], string>,
});

export const { scopeTexts } = texts;
