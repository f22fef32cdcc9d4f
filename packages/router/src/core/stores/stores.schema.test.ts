import { describe, expect, test } from "vitest";
import { londonStore } from "../../testing.ts";
import { StoreBody } from "./stores.schema.ts";

describe("StoreBody", () => {
  const problems = (fields: Record<string, unknown>) => {
    const result = StoreBody.safeParse({ ...londonStore, ...fields });
    return result.success ? [] : result.error.issues.map((issue) => issue.path.join("/"));
  };

  test("accepts ISO codes, IANA zones and their aliases, and valid coordinates", () => {
    const good = [
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
      [{ name: "  " }, "name"],
      [{ postcode: "x".repeat(21) }, "postcode"],
    ];
    for (const [fields, path] of bad) expect([fields, problems(fields)]).toEqual([fields, [path]]);
  });

  test("normalizes the name of a time zone", () => {
    expect(StoreBody.parse({ ...londonStore, timezone: "europe/london" }).timezone).toBe("Europe/London");
  });
});
