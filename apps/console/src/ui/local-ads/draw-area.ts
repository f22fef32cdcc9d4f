import { count } from "../parts/formats.ts";
import { texts } from "./texts.ts";

const words = texts.area;

/** The area of ads: degrees, and a radius in miles. */
export interface AdsPlace {
  latitude: number;
  longitude: number;
  miles: number;
}

interface Line {
  at: number;
  label: string;
}

export const SIZE = 240;
/** Radius of the circle in the drawing, for any number of miles. */
export const ADS_RADIUS = 84;

/** A line closer to the edge has no room for its label, which is above or right of it. */
const BEFORE = 16;
const BEHIND = 36;

const MILES_A_DEGREE = 69.1;
const APART = 52;
const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];
const BARS = [1, 2, 5, 10, 20, 50];

/** Degrees in words: 51.5° N */
export function degrees(value: number, positive: string, negative: string, digits = 2): string {
  return `${Math.abs(value).toFixed(digits)}° ${value < 0 ? negative : positive}`;
}

/** The lines of latitude and longitude around a circle of ads at their true distances, and a bar of miles. */
export function drawArea({ latitude, longitude, miles }: AdsPlace): {
  parallels: Line[];
  meridians: Line[];
  bar: { width: number; label: string };
} {
  const perMile = ADS_RADIUS / miles;
  const perDegree = MILES_A_DEGREE * perMile;
  const narrowing = Math.max(0.05, Math.cos((latitude * Math.PI) / 180));
  const barMiles = BARS.findLast((one) => one <= miles / 2) ?? 1;
  return {
    parallels: gridLines(latitude, -perDegree, (value, digits) => degrees(value, words.north, words.south, digits)),
    meridians: gridLines(longitude, perDegree * narrowing, (value, digits) =>
      degrees(value, words.east, words.west, digits),
    ),
    bar: { width: barMiles * perMile, label: count(barMiles, "mile") },
  };
}

/**
 * Lines at round degrees around a centre.
 * @param scale units per degree; negative where degrees go up
 */
function gridLines(middle: number, scale: number, name: (value: number, digits: number) => string): Line[] {
  const step = STEPS.find((one) => one * Math.abs(scale) >= APART) ?? 10;
  const half = SIZE / 2 / Math.abs(scale);
  const lines: Line[] = [];
  for (let n = Math.ceil((middle - half) / step); n * step <= middle + half; n++) {
    const at = SIZE / 2 + (n * step - middle) * scale;
    if (at > BEFORE && at < SIZE - BEHIND) lines.push({ at, label: name(n * step, step < 0.1 ? 2 : 1) });
  }
  return lines;
}
