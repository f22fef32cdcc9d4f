import type { Timing } from "@highstreet/router/features/alerts/alerts.schema.ts";
import { inLanguage } from "../../languages/in-language.ts";

/** The texts of the settings page. */
export const texts = inLanguage("settings", {
  addressExample: "https://example.com/alerts",
  title: "Settings",
  text: "The shop and its stores.",
  notYours: "Your role is for chosen stores. Ask an owner to change the shop and its stores.",
  shop: "Shop",
  store: "Store",
  chooseStore: "Store to change",
  name: "Name",
  contactName: "Contact person",
  contactEmail: "Contact e-mail",
  contactPhone: "Contact phone",
  saved: "Saved.",
  noStore: "This shop has no store yet.",
  alerts: "Alerts",
  alertsText: (email: string) =>
    `By e-mail to ${email}. Daily alerts come in one e-mail at 08:00. Your choice changes only your own alerts.`,
  noMail: "This installation sends no e-mail yet. Your choice counts as soon as the operator sets up e-mail.",
  timings: { at_once: "At once", daily: "Daily", off: "Off" } satisfies Record<Timing, string>,
  hook: "Alerts to your system",
  hookText: "One signed call for each alert of the shop, to an address of yours.",
  address: "Address",
  addressText: "A web address of your system that begins with https:// and takes our calls.",
  test: "Send a test call",
  secret: "Signing secret",
  secretText: "Copy the secret now: it is never shown again. Your system checks the signature of each call with it.",
  copySecret: "Copy the secret",
  copied: "I have copied it",
  remove: "Remove",
  removeTitle: "Remove the address?",
  removeText: "Your system gets no more alerts, and the secret ends. A new address gets a new secret.",
  removed: "The address is removed.",
  accepted: "Accepted",
  failed: "Failed",
  clock: "Test clock",
  clockText:
    "The time that the rules of this test shop go by. It moves only forward, and what becomes due happens within seconds.",
  clockMoves: { 3600: "1 hour ahead", 86400: "1 day ahead", 604800: "7 days ahead" },
  lastCall: (answer: string, at: string) => `${answer}, last call ${at}.`,
} as const);
