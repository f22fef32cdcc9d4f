/** Maximum cost of a day and of a month, in tenths of the daily budget (Google Ads Help, "Average daily budget"). */
const DAY = 20;
const MONTH = 304;

/** The maximum cost of a daily budget, both in GBP. */
export function costAtMost(dailyBudget: number): { day: number; month: number } {
  const pence = Math.round(dailyBudget * 100);
  const times = (tenths: number) => Math.round((pence * tenths) / 10) / 100;
  return { day: times(DAY), month: times(MONTH) };
}
