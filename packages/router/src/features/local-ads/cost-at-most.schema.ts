/** What a day and a month may cost at most, in tenths of the daily budget (Google Ads Help, "Average daily budget"). */
const DAY = 20;
const MONTH = 304;

/** What a daily budget can cost at most, in GBP as it is. */
export function costAtMost(dailyBudget: number): { day: number; month: number } {
  const pence = Math.round(dailyBudget * 100);
  const times = (tenths: number) => Math.round((pence * tenths) / 10) / 100;
  return { day: times(DAY), month: times(MONTH) };
}
