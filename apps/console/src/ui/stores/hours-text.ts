import { type StoreHours, weekdays } from "@highstreet/router/core/stores/hours.schema.ts";

type Periods = StoreHours["regular"][number]["periods"];

const time = (text: string): string => {
  const [hour = "", ...rest] = text.trim().split(/[:.]/);
  if (!hour) return text.trim();
  return `${hour.padStart(2, "0")}:${rest.join(":") || "00"}`;
};

/** `9-12:30, 14:00–18:00` as the API has it. What is no time stays, so that the server can name it. */
function periodsOf(text: string): Periods {
  return text
    .split(/[,;]/)
    .filter((part) => part.trim())
    .map((part) => {
      const [opens = "", ...closes] = part.split(/[-–]/);
      return { opens: time(opens), closes: time(closes.join("-")) };
    });
}

export const periodsText = (periods: Periods): string =>
  periods.map(({ opens, closes }) => `${opens}-${closes}`).join(", ");

/** The text of each weekday, in order. All of them blank: the hours are not known. */
export function regularOf(texts: string[]): StoreHours["regular"] {
  if (!texts.some((text) => text.trim())) return [];
  return weekdays.map((day, n) => ({ day, periods: periodsOf(texts[n] ?? "") }));
}

/** Lines such as `2026-12-24 9:00-13:00`. A line with only a date is a day on which the store is closed. */
export function specialOf(text: string): StoreHours["special"] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [date = "", ...rest] = line.split(/\s+/);
      return { date, periods: periodsOf(rest.join("")) };
    });
}

export const specialText = (special: StoreHours["special"]): string =>
  special.map(({ date, periods }) => `${date} ${periodsText(periods)}`.trim()).join("\n");
