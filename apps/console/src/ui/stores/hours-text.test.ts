import { expect, test } from "vitest";
import { periodsText, regularOf, specialOf, specialText } from "./hours-text.ts";

test("hours are read as people write them, and what is no time stays for the server", () => {
  const regular = regularOf(["9-12:30, 14.00 – 18", "", "22:00-02:00", "late", "", "", ""]);
  expect(regular.map(({ day, periods }) => [day, periodsText(periods)]).slice(0, 4)).toEqual([
    ["monday", "09:00-12:30, 14:00-18:00"],
    ["tuesday", ""],
    ["wednesday", "22:00-02:00"],
    ["thursday", "late:00-"],
  ]);
  expect(regularOf(["", " ", "", "", "", "", ""])).toEqual([]);
  const text = "2026-12-24 09:00-13:00, 14:00-15:00\n2026-12-25";
  expect(specialText(specialOf(`${text}\n\n`))).toBe(text);
});

test("one time, or more than two, stays as it is, so that the server refuses it", () => {
  const [monday] = regularOf(["9, 9:00-12:30-18:00, 9:00:30-10"]);
  expect(monday?.periods).toEqual([
    { opens: "09:00", closes: "" },
    { opens: "09:00", closes: "12:30-18:00" },
    { opens: "09:00:30", closes: "10:00" },
  ]);
});
