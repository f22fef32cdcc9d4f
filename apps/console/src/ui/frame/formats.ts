const locale = "en-GB";

/** An amount of money: £12.50. */
export function money(amount: number, currency: string): string {
  return new Intl.NumberFormat(locale, { style: "currency", currency }).format(amount);
}

/** A quantity, whole or not: 1,250 · 0.5 */
export function quantity(value: number): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }).format(value);
}

/** A moment in a store's own time: Sat 22 Nov, 00:00 */
export function moment(iso: string, timeZone: string): string {
  const parts = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" } as const;
  return new Intl.DateTimeFormat(locale, { ...parts, timeZone }).format(new Date(iso));
}

/** The time of day here, to the second: 14:03:09 */
export function clock(iso: string): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: "medium" }).format(new Date(iso));
}
