export { type Answer, type KeyedCall, runOnce } from "./run-once.ts";
export { sweepAnswers } from "./sweep-answers.ts";
