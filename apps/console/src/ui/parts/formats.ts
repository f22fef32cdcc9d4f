import { texts } from "./texts.ts";

const made = new Map<string, Intl.NumberFormat>();

/** A formatter takes longer to make than a row of a list to draw, so each is made once. */
function numbers(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${texts.locale} ${options.currency}`;
  const format = made.get(key) ?? new Intl.NumberFormat(texts.locale, options);
  made.set(key, format);
  return format;
}

/** An amount of money: £12.50. A shop has one currency, so its short sign is enough: 12,50 £ in French, and not 12,50 £GB. */
export function money(amount: number, currency: string): string {
  return numbers({ style: "currency", currency, currencyDisplay: "narrowSymbol" }).format(amount);
}

/** A quantity, whole or not: 1,250 · 0.5 */
export function quantity(value: number): string {
  return numbers({ maximumFractionDigits: 3 }).format(value);
}

/** A number with its noun: 1 line · 2,015 lines */
export function count(number: number, noun: keyof typeof texts.nouns): string {
  const [one, many] = texts.nouns[noun];
  const isOne = new Intl.PluralRules(texts.locale).select(number) === "one";
  return `${quantity(number)} ${isOne ? one : many}`;
}

/** The size of a file: 4 kB · 12.5 MB */
export function fileSize(bytes: number): string {
  const [unit, size] =
    bytes < 1e6 ? (["kilobyte", Math.ceil(bytes / 1e3)] as const) : (["megabyte", bytes / 1e6] as const);
  return new Intl.NumberFormat(texts.locale, { style: "unit", unit, maximumFractionDigits: 1 }).format(size);
}

/** The parts of a date. The year is named unless it is this year. */
function dayParts(iso: string, timeZone: string): Intl.DateTimeFormatOptions {
  const isThisYear = localDate(Date.parse(iso), timeZone).slice(0, 4) === localDate(Date.now(), timeZone).slice(0, 4);
  return { day: "numeric", month: "short", ...(!isThisYear && { year: "numeric" }) };
}

/** A time in a store's time zone: Sat 22 Nov, 00:00 */
export function moment(iso: string, timeZone: string): string {
  const parts = { weekday: "short", ...dayParts(iso, timeZone), hour: "2-digit", minute: "2-digit" } as const;
  return new Intl.DateTimeFormat(texts.locale, { ...parts, timeZone }).format(new Date(iso));
}

/** A time in a store's time zone, with seconds: Sat 22 Nov, 00:00:09 */
export function exactMoment(iso: string, timeZone: string): string {
  const parts = { weekday: "short", ...dayParts(iso, timeZone) } as const;
  const time = { hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;
  return new Intl.DateTimeFormat(texts.locale, { ...parts, ...time, timeZone }).format(new Date(iso));
}

/** The time of day in a store's time zone, with seconds: 14:03:09 */
export function clock(iso: string, timeZone: string): string {
  return new Intl.DateTimeFormat(texts.locale, { timeStyle: "medium", timeZone }).format(new Date(iso));
}

/** The time of day in a store's time zone: 14:03 */
export function timeOfDay(iso: string, timeZone: string): string {
  return new Intl.DateTimeFormat(texts.locale, { hour: "2-digit", minute: "2-digit", timeZone }).format(new Date(iso));
}

/** A day in a store's time zone: 22 Nov */
export function day(iso: string, timeZone: string): string {
  return new Intl.DateTimeFormat(texts.locale, { ...dayParts(iso, timeZone), timeZone }).format(new Date(iso));
}

/** The name of a day of the week, from Monday on. */
export function weekdayName(index: number): string {
  // 5 January 2026 is a Monday.
  const format = new Intl.DateTimeFormat(texts.locale, { weekday: "long", timeZone: "UTC" });
  return format.format(Date.UTC(2026, 0, 5 + index));
}

/** A date with its weekday: Sunday 22 November 2026 */
export function longDay(date: string): string {
  return new Intl.DateTimeFormat(texts.locale, { dateStyle: "full", timeZone: "UTC" }).format(Date.parse(date));
}

/** The date of a time in a time zone: 2026-11-22 */
export function localDate(epochMs: number, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone }).format(epochMs);
}

/** The value of a `datetime-local` field for a time, in a time zone: 2026-11-22T14:03 */
export function fieldTime(epochMs: number, timeZone: string): string {
  return wallTime(epochMs, timeZone).slice(0, -3);
}

const wallTime = (epochMs: number, timeZone: string): string =>
  new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone })
    .format(epochMs)
    .replace(" ", "T");

/** Tomorrow morning, for a `datetime-local` field of a time zone. */
export const tomorrowField = (timeZone: string): string => `${localDate(Date.now() + 86_400_000, timeZone)}T09:00`;

/** The time in a `datetime-local` field of a time zone. Text that is no time stays, so that the server refuses it with its reason. */
export function timeOfField(value: string, timeZone: string): string {
  const typed = Date.parse(`${value}Z`);
  if (Number.isNaN(typed)) return value;
  const offsetAt = (epochMs: number) => Date.parse(`${wallTime(epochMs, timeZone)}Z`) - epochMs;
  // The second step finds the offset on the right side of a change of the clocks.
  return new Date(typed - offsetAt(typed - offsetAt(typed))).toISOString();
}

/** A duration: 0.4 s · < 0.1 s */
export function duration(ms: number): string {
  if (ms < 100) return texts.formats.leastSeconds;
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return texts.formats.seconds(new Intl.NumberFormat(texts.locale, digits).format(ms / 1_000));
}

/** The duration of a call: 35 ms · 1.2 s */
export function latency(ms: number): string {
  return ms < 1_000 ? texts.formats.milliseconds(ms) : duration(ms);
}

/** A share: 99.9%. Never rounded up to 100%. */
export function percent(share: number): string {
  const format = { style: "percent", maximumFractionDigits: 1, roundingMode: "floor" } as const;
  return new Intl.NumberFormat(texts.locale, format).format(share);
}

/** The time since a time, in a whole number of one unit. */
function elapsed(iso: string, now: number): [number: number, unit: "minute" | "hour" | "day"] {
  const minutes = Math.max(0, Math.round((now - Date.parse(iso)) / 60_000));
  if (minutes < 90) return [minutes, "minute"];
  if (minutes < 36 * 60) return [Math.round(minutes / 60), "hour"];
  return [Math.round(minutes / (24 * 60)), "day"];
}

/** How long ago a time was: just now · 5 minutes ago · 3 days ago */
export function ago(iso: string, now = Date.now()): string {
  const [number, unit] = elapsed(iso, now);
  if (number === 0) return texts.formats.justNow;
  return new Intl.RelativeTimeFormat(texts.locale, { numeric: "always" }).format(-number, unit);
}

/** How long something has lasted: 1 minute · 5 minutes · 3 days */
export function lasted(iso: string, now = Date.now()): string {
  const [number, unit] = elapsed(iso, now);
  return new Intl.NumberFormat(texts.locale, { style: "unit", unit, unitDisplay: "long" }).format(Math.max(1, number));
}

/** Labels with a small first letter: title, texts for Google */
export const lowered = (labels: string): string =>
  labels
    .split(", ")
    .map((label) => label.charAt(0).toLowerCase() + label.slice(1))
    .join(", ");

/** Names in a sentence: Leeds, York and Bath */
export function listOf(names: string[], type: "conjunction" | "disjunction" = "conjunction"): string {
  return new Intl.ListFormat(texts.locale, { type }).format(names);
}

const collators = new Map<string, Intl.Collator>();

/** The order of names: Store 9 before Store 10. */
export function compareNames(one: string, other: string): number {
  const collator = collators.get(texts.locale) ?? new Intl.Collator(texts.locale, { numeric: true });
  collators.set(texts.locale, collator);
  return collator.compare(one, other);
}
