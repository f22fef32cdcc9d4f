import { londonStore } from "@highstreet/router/testing";
import { describe, expect, test } from "vitest";
import { StoreBody } from "./stores.schema.ts";

describe("StoreBody", () => {
  const problems = (fields: Record<string, unknown>) => {
    const result = StoreBody.safeParse({ ...londonStore, ...fields });
    return result.success ? [] : result.error.issues.map((issue) => issue.path.join("/"));
  };

  const periods = (texts: string[]) => texts.map((text) => ({ opens: text.split("-")[0], closes: text.split("-")[1] }));
  const week = (day: string, ...texts: string[]) => ({ day, periods: periods(texts) });
  const special = (day: number, ...texts: string[]) => ({ date: `2026-12-${day}`, periods: periods(texts) });

  test("accepts ISO codes, IANA zones and their aliases, and valid coordinates", () => {
    const good = [
      {
        hours: {
          regular: [
            week("tuesday", "14:00-24:00", "09:00-14:00"),
            week("sunday", "22:00-02:00"),
            week("monday", "02:00-03:00"),
          ],
        },
      },
      { hours: { special: [special(25), special(24, "20:00-03:00")] } },
      { hours: null },
      { country: "GB", currency: "EUR" },
      { timezone: "Europe/London" },
      { timezone: "Asia/Calcutta" },
      { timezone: "US/Eastern" },
      { timezone: "UTC" },
      { latitude: -90, longitude: 180 },
      { areaType: "city_centre" },
      { links: [{ type: "website", value: "https://shop.example" }] },
      {
        currency: null,
        phone: null,
        timezone: null,
        latitude: null,
        longitude: null,
        areaType: null,
        links: null,
        externalId: null,
      },
    ];
    for (const fields of good) expect([fields, problems(fields)]).toEqual([fields, []]);
    const bad: [Record<string, unknown>, string][] = [
      [{ country: "UK" }, "country"],
      [{ country: "gb" }, "country"],
      [{ country: "XK" }, "country"],
      [{ country: null }, "country"],
      [{ currency: "POUND" }, "currency"],
      [{ currency: "ZZZ" }, "currency"],
      [{ timezone: "+01:00" }, "timezone"],
      [{ timezone: "Europe/Nowhere" }, "timezone"],
      [{ timezone: "1970-01-01[Europe/London]" }, "timezone"],
      [{ latitude: 90.1 }, "latitude"],
      [{ longitude: -180.1 }, "longitude"],
      [{ longitude: "1" }, "longitude"],
      [{ areaType: "moon" }, "areaType"],
      [{ links: [{ type: "website" }] }, "links/0/value"],
      [{ links: {} }, "links"],
      [{ hours: { regular: [week("monday", "9:00-12:00")] } }, "hours/regular/0/periods/0/opens"],
      [{ hours: { regular: [week("monday", "09:00-24:01")] } }, "hours/regular/0/periods/0/closes"],
      [{ hours: { regular: [week("monday", "09:00-09:00")] } }, "hours/regular/0/periods/0/closes"],
      [{ hours: { regular: [week("monday", "09:00-13:00", "12:59-14:00")] } }, "hours/regular/0/periods"],
      [
        { hours: { regular: [week("sunday", "22:00-02:00"), week("monday", "01:00-04:00")] } },
        "hours/regular/1/periods",
      ],
      [{ hours: { regular: [week("monday"), week("monday")] } }, "hours/regular/1"],
      [{ hours: { special: [{ date: "2026-02-29", periods: [] }] } }, "hours/special/0/date"],
      [{ hours: { special: [special(24, "20:00-03:00"), special(25, "02:00-04:00")] } }, "hours/special/1/periods"],
      [{ name: "  " }, "name"],
      [{ postcode: "x".repeat(21) }, "postcode"],
    ];
    for (const [fields, path] of bad) expect([fields, problems(fields)]).toEqual([fields, [path]]);
  });

  test("normalizes the name of a time zone", () => {
    expect(StoreBody.parse({ ...londonStore, timezone: "europe/london" }).timezone).toBe("Europe/London");
  });
});
