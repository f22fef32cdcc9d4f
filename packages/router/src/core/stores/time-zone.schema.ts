import { z } from "zod";

/** The usual name of a zone. An offset such as `+01:00` has no summer time and is not accepted. */
function zoneNamed(text: string): string | undefined {
  if (!/^[A-Za-z]/.test(text)) return undefined;
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text).timeZoneId;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** An IANA time zone or an alias in upper or lower case: `europe/london` → `Europe/London`. */
export const TimeZone = z.string().transform((value, issues) => {
  const zone = zoneNamed(value);
  if (zone !== undefined) return zone;
  issues.addIssue({ code: "custom", message: "must be an IANA time zone, such as Europe/London" });
  return z.NEVER;
});
