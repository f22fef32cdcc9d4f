export { type Answer, type KeyedCall, runOnce, runOnceOutside } from "./run-once.ts";
