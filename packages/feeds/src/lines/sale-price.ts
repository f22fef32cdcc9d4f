import { type LineRejection, shown } from "./feed-line.ts";

export interface Sale {
  /** In hundredths, below the regular price. */
  regularPence: number;
  salePence: number;
  /** null: since any time. */
  from: Date | null;
  /** The first moment after the sale; null: it does not end. */
  until: Date | null;
}

/** The received days of a sale. `saleDates`: both in one text. */
export type RawSaleDays = Partial<Record<"saleFrom" | "saleUntil" | "saleDates", string>>;

/** When lines are read, and the time zone of their store (IANA). They say which sales count. Without them, now and UTC. */
export interface SaleClock {
  now?: Date;
  timeZone?: string;
}

const MAX_MOMENT_LENGTH = 64;
/** Shops write years such as 0001 and 9999 for no bound. */
const [FIRST, LAST] = [0, Date.UTC(9999, 11, 31)];

const date = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})|^(\d{1,2})([-/.])(\d{1,2})\6(\d{4})/;
const time = /^(?:T|\s+)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s*(Z|UTC|[+-]\d{2}(?::?\d{2})?)?$/i;
const noDate = /^[0\s:/.-]*$/;

/** The first and the last instant that a text can mean, in milliseconds. They differ if the text is not clear. */
interface Moment {
  early: number;
  late: number;
}
const unreadable: Moment = { early: -Infinity, late: Infinity };

type Day = { year: number; month: number; day: number };

/** The days that a date can mean: two if the order of day and month is open. */
function daysOf([, year, , month, day, first, mark, second, lastYear]: RegExpExecArray): Day[] {
  if (year) return [{ year: Number(year), month: Number(month), day: Number(day) }];
  const one = { year: Number(lastYear), month: Number(second), day: Number(first) };
  if (mark === ".") return [one];
  return [one, { ...one, month: one.day, day: one.month }].filter((each) => each.month <= 12);
}

/** Reads a start or an end. Without a time it is the midnight of the store, at the end after that day. */
function readMoment(text: string, timeZone: string, isEnd: boolean): Moment {
  if (text.length > MAX_MOMENT_LENGTH) return unreadable;
  if (/^\d{9,10}$/.test(text)) return { early: Number(text) * 1_000, late: Number(text) * 1_000 };
  const found = date.exec(text);
  const rest = text.slice(found?.[0].length ?? 0);
  const clock = time.exec(rest);
  if (!found || (rest && !clock)) return unreadable;
  const [, hour, minute, second = "0", offset] = clock ?? [];
  try {
    const instants = daysOf(found).map((day) => {
      const plain = Temporal.PlainDate.from(day, { overflow: "reject" });
      if (hour === undefined) return plain.add({ days: isEnd ? 1 : 0 }).toZonedDateTime(timeZone).epochMilliseconds;
      const at = { hour: Number(hour), minute: Number(minute), second: Number(second) };
      const local = plain.toPlainDateTime(Temporal.PlainTime.from(at, { overflow: "reject" }));
      return local.toZonedDateTime(offset ? zoneOf(offset) : timeZone).epochMilliseconds;
    });
    if (!instants.length) return unreadable;
    const within = instants.map((instant) => Math.min(Math.max(instant, FIRST), LAST));
    return { early: Math.min(...within), late: Math.max(...within) };
  } catch (error) {
    if (error instanceof RangeError) return unreadable;
    throw error;
  }
}

function zoneOf(offset: string): string {
  const [, hours, minutes = "00"] = /^([+-]\d{2}):?(\d{2})?$/.exec(offset) ?? [];
  return hours === undefined ? "UTC" : `${hours}:${minutes}`;
}

/** The texts of the start and the end, null for a blank one. undefined for a text that is no interval such as `2026-04-03/2026-04-09`. */
function textsOf({ saleFrom = "", saleUntil = "", saleDates = "" }: RawSaleDays): (string | null)[] | undefined {
  const texts = noDate.test(saleDates) ? [saleFrom, saleUntil] : saleDates.split("/");
  return texts.length === 2 ? texts.map((text) => (noDate.test(text) ? null : text.trim())) : undefined;
}

function unclear(field: string, text: string, { early }: Moment): LineRejection {
  const why = early === -Infinity ? "is no date" : "can mean two days";
  const message = `${text.length > 30 ? "This" : `"${shown(text)}"`} ${why}. Write dates as 2026-04-03 or 2026-04-03T09:00+01:00.`;
  const code = early === -Infinity ? "invalid_date" : "ambiguous_date";
  return { field, code, message, value: shown(text) };
}

/** The days of a sale as a line says them. `drop`: the sale is dropped for this reason, and the regular price certainly counts now. */
export type SaleDays =
  | { from: Date | null; until: Date | null; isNow: boolean }
  | { drop: LineRejection | null }
  | { reject: LineRejection };

/** Reads when a sale counts. A line whose price of today is not certain is rejected. */
export function readSaleDays(raw: RawSaleDays, { now: time = new Date(), timeZone = "UTC" }: SaleClock = {}): SaleDays {
  const now = time.getTime();
  const texts = textsOf(raw);
  if (!texts) return { reject: unclear("saleDates", raw.saleDates ?? "", unreadable) };
  const [fromText = null, untilText = null] = texts;
  let from = fromText === null ? { early: -Infinity, late: -Infinity } : readMoment(fromText, timeZone, false);
  const until = untilText === null ? { early: Infinity, late: Infinity } : readMoment(untilText, timeZone, true);
  if (until.late <= now) return { drop: null };
  // Whichever day it means, the sale has started.
  if (from.late <= now && from.early < from.late) from = { early: -Infinity, late: -Infinity };
  const [fromField, untilField] = noDate.test(raw.saleDates ?? "")
    ? ["saleFrom", "saleUntil"]
    : ["saleDates", "saleDates"];
  const reason =
    from.early < from.late
      ? unclear(fromField, fromText ?? "", from)
      : until.early < until.late
        ? unclear(untilField, untilText ?? "", until)
        : undefined;
  if (reason) return from.early > now ? { drop: reason } : { reject: reason };
  if (until.early <= from.early) {
    const message = "The sale ends before it starts, so it never counts.";
    return { drop: { field: untilField, code: "ends_before_start", message, value: shown(untilText ?? "") } };
  }
  const dateOf = ({ early }: Moment) => (Number.isFinite(early) ? new Date(early) : null);
  return { from: dateOf(from), until: dateOf(until), isNow: from.early <= now };
}

const months = [
  /\b(?:jan|ene|gen)/i,
  /\b(?:f[eé][bv])/i,
  /\b(?:m[aä]r|maa|mrt)/i,
  /\b(?:a[pbv]r)/i,
  /\b(?:ma[iygj]|mei)/i,
  /\b(?:jun|juin|giu)/i,
  /\b(?:jul|juil|lug)/i,
  /\b(?:aug|ao[uû]|ago)/i,
  /\b(?:sep|set)/i,
  /\b(?:o[ckt]t)/i,
  /\b(?:nov)/i,
  /\b(?:d[eéi][cz])/i,
];
const shortDays = /^(\d\d?[-./ ](?:\d\d?|\p{L}{3,10}\.?)[-./ ])(\d\d)$/u;
/** With four digits of the year, and signs between its parts. */
const wholeDay = (text: string): string =>
  text
    .trim()
    .replace(/^(2\d{3})([01]\d)([0-3]\d)$/, "$1-$2-$3")
    .replace(shortDays, (_, before: string, year: string) => `${before}${Number(year) < 50 ? 20 : 19}${year}`);
/** Whether a day, a month or a year is not here yet, or can be such a day: `2027`, `12/2026`, `Q4 2026`, `15 Dec 2026`. */
export function isLater(said: string, clock: SaleClock = {}): boolean {
  const text = wholeDay(said);
  const days = readSaleDays({ saleFrom: text }, clock);
  if ("isNow" in days) return !days.isNow;
  if (("reject" in days ? days.reject : days.drop)?.code === "ambiguous_date") return true;
  const [year = "2000"] = /(?<!\d)2\d{3}(?!\d)/.exec(text) ?? [];
  const rest = text.replace(year, " ");
  const number = /\d\d?/.exec(rest)?.[0] ?? "1";
  const word = months.findIndex((month) => month.test(rest)) + 1;
  const isWeek = /(?:kw|we?e?k?|woche|sem(?:aine|ana)?|settimana)\W?\d/i.test(rest);
  const month =
    word ||
    (isWeek ? Math.ceil(Number(number) / 4.5) : /[qt]\s?\d/i.test(rest) ? Number(number) * 3 - 2 : Number(number));
  const start = [year, month, word ? number : 1].map((part) => String(part).padStart(2, "0")).join("-");
  const later = readSaleDays({ saleFrom: start }, clock);
  return "isNow" in later && !later.isNow;
}
