export { clockErrorMs, MOST_CLOCK_ERROR_MS } from "./clock-error.ts";
export { removeInBatches } from "./remove-in-batches.ts";
export { removeAnswers } from "./remove-old.sql.ts";
export { removeOld } from "./remove-old.ts";
export { type RetentionDays, readRetentionDays } from "./retention-days.ts";
