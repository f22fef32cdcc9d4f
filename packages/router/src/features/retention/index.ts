export { clockErrorMs, MOST_CLOCK_ERROR_MS } from "./clock-error.ts";
export { removeOld, sweepAnswers } from "./remove-old.ts";
export { type RetentionDays, readRetentionDays } from "./retention-days.ts";
