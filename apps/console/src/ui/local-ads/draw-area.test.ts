import fc from "fast-check";
import { expect, it } from "vitest";
import { ADS_RADIUS, drawArea, SIZE } from "./draw-area.ts";

const place = fc.record({
  latitude: fc.double({ min: -75, max: 75, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  miles: fc.constantFrom(3, 5, 10, 20),
});

it("every area has lines each way, all within the drawing and labelled differently, and a bar shorter than the radius", () => {
  fc.assert(
    fc.property(place, (area) => {
      const { parallels, meridians, bar } = drawArea(area);
      for (const lines of [parallels, meridians]) {
        expect(lines.length).toBeGreaterThan(0);
        expect(lines.length).toBeLessThan(6);
        expect(new Set(lines.map(({ label }) => label)).size).toBe(lines.length);
        for (const { at } of lines) expect(at > 0 && at < SIZE).toBe(true);
      }
      expect(bar.width).toBeGreaterThan(0);
      expect(bar.width).toBeLessThanOrEqual(ADS_RADIUS);
    }),
  );
});

it("a degree of latitude is 69.1 miles everywhere, one of longitude shrinks towards the poles", () => {
  const apart = (lines: { at: number }[]) => Math.abs((lines[1]?.at ?? 0) - (lines[0]?.at ?? 0));
  const { parallels, meridians } = drawArea({ latitude: 60, longitude: 10, miles: 20 });
  const perMile = ADS_RADIUS / 20;
  expect(apart(parallels)).toBeCloseTo(0.2 * 69.1 * perMile, 6);
  expect(apart(meridians)).toBeCloseTo(0.5 * 69.1 * 0.5 * perMile, 6);
});
