import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { isFullRun, rounds } from "@highstreet/telemetry/testing/rounds";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Outcome } from "./hostile-calls.ts";

const calls = rounds(500, 20);
/** Only a full run checks time and memory. */
const deadlineMs = isFullRun ? 10_000 : 2_000;

/** The status of a call by the behaviour of the receiver. */
const statusOf = {
  "/hangs": null,
  "/drips": null,
  "/drips-headers": null,
  "/ten-gigabytes": 200,
  "/gzip-bomb": 200,
  "/endless-headers": null,
  "/endless-extension": null,
  "/resets": null,
  "/lies": null,
};

let receivers: ChildProcess;
let port: number;
beforeAll(async () => {
  receivers = fork(new URL("./hostile-server.ts", import.meta.url));
  [{ port }] = await once(receivers, "message");
});
afterAll(() => receivers.disconnect());

it("calls to many concurrent hostile receivers end in time and use no more memory than long answers", async () => {
  const caller = fork(
    new URL("./hostile-calls.ts", import.meta.url),
    [port, Object.keys(statusOf).join(), calls, deadlineMs].map(String),
  );
  let outcomes: Outcome[] = [];
  caller.once("message", (message: Outcome[]) => {
    outcomes = message;
  });
  await once(caller, "exit");
  expect(Object.fromEntries(outcomes.map(({ path, statuses }) => [path, statuses]))).toEqual(
    Object.fromEntries(Object.entries(statusOf).map(([path, status]) => [path, [status]])),
  );
  if (!isFullRun) return;
  for (const { path, lateMs, moreBytes } of outcomes) {
    console.log(`${path}: ${Math.round(lateMs)} ms after the deadline, ${Math.round(moreBytes / 1e6)} MB more`);
    expect(lateMs, path).toBeLessThanOrEqual(500);
    expect(moreBytes, path).toBeLessThanOrEqual(20e6);
  }
}, 180_000);
