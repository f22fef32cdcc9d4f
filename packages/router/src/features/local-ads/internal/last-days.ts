const DAY = 86_400_000;
/** Number of days, with today. */
const DAYS = 30;

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The days of an outcome. The ads account may be a few hours ahead, and its last day is then in the next read. */
export const lastDays = (now: Date): { from: string; to: string } => ({
  from: dateOf(now.getTime() - (DAYS - 1) * DAY),
  to: dateOf(now.getTime()),
});

/** Each date from the first to the last one (YYYY-MM-DD). */
export function datesBetween(from: string, to: string): string[] {
  const dates: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY) dates.push(dateOf(at));
  return dates;
}
