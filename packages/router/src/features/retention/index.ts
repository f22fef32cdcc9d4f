export {
  type RetentionDays,
  readRetentionDays,
  removeOld,
  sweepAnswers,
} from "./remove-old.ts";
