import type { SetupStep } from "@highstreet/router/features/search/setup.schema.ts";
import { exactMoment, moment } from "../frame/formats.ts";
import { texts } from "./texts.ts";

const HOUR = 3_600_000;

/** Shows a time, with seconds if `other` is less than an hour away. */
export function whenOf(iso: string, other: string | null | undefined, timeZone: string): string {
  const isNear = other && Math.abs(Date.parse(other) - Date.parse(iso)) < HOUR;
  return isNear ? exactMoment(iso, timeZone) : moment(iso, timeZone);
}

/** The expected time of a step. */
export function expectedWords(
  expected: NonNullable<SetupStep["expected"]>,
  since: string | null,
  timeZone: string,
): string {
  const { average, latest } = expected;
  return texts.steps.expected(whenOf(average, since, timeZone), whenOf(latest, since, timeZone));
}
