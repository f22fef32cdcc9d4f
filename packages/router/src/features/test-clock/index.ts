export { runTestClocks } from "./run-test-clocks.ts";
export { testClock } from "./test-clock.router.ts";
