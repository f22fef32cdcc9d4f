export { type Answer, type KeyedCall, runOnce } from "./run-once.ts";
export { runOnceOutside } from "./run-once-outside.ts";
