import type { SetupStep } from "@highstreet/router/features/search/setup.schema.ts";
import { exactMoment, moment } from "../frame/formats.ts";

/** Names of the steps. */
export const stepNames: Record<SetupStep["id"], string> = {
  access: "Access to the business profile",
  store_code: "Store code",
  matching: "The store is registered with Google",
  sending: "Products are sent",
  live: "Products show",
};

/** Names of the persons who must act. */
export const actorWords: Record<SetupStep["actor"], string> = {
  retailer: "Your move",
  highstreet: "We are working on this step",
  search_engine: "Google is working on this step",
};

/** Texts of the marks for screen readers. */
export const stateWords: Record<SetupStep["state"], string> = {
  done: "Done",
  current: "Now",
  blocked: "Held up",
  ahead: "To come",
};

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
  return `On average done by ${whenOf(average, since, timeZone)}, at the latest by ${whenOf(latest, since, timeZone)}.`;
}
