import { validationFailed } from "../../kernel/errors.ts";
import { defaultTimeZone } from "./time-zone.ts";

/**
 * The zone that a store names, else its country's.
 * @param pointer where the store stands in the body; "" for the body itself
 * @throws ValidationFailed when none is named and the country has several
 */
export function zoneOfStore(
  store: { country: string; timezone?: string | null | undefined },
  now: Date,
  pointer: string,
): string {
  const zone = store.timezone ?? defaultTimeZone(store.country, now);
  if (zone !== undefined) return zone;
  const message = `is required: ${store.country} has no one time zone`;
  throw validationFailed([{ pointer: `${pointer}/timezone`, code: "Required", message }]);
}
