/**
 * A process that calls the receivers of hostile-server.ts, all calls of one path at the same time. Reports the outcomes by
 * `process.send`. Arguments: port, comma-separated paths, concurrent calls, deadline in ms.
 */
import { registerHooks } from "node:module";
import { setDefaultCACertificates } from "node:tls";
import type { NameResolver } from "../src/index.ts";
import { certificate } from "./certificate.ts";

export interface Outcome {
  path: string;
  statuses: (number | null)[];
  /** Time between the deadline and the end of the last call. Negative: the call ended before the deadline. */
  lateMs: number;
  /** Peak memory above the peak of the same number of long answers. */
  moreBytes: number;
}

const [port, paths = "", calls, deadline] = process.argv.slice(2);
const deadlineMs = Number(deadline);

// The receivers run on this machine, which is forbidden. This process treats it as part of the public internet.
const open = "export const mayConnect = () => true, blockReason = () => undefined, literalAddress = blockReason";
registerHooks({
  load: (url, context, next) =>
    url.endsWith("/outbound/src/check-address.ts")
      ? { format: "module", source: open, shortCircuit: true }
      : next(url, context),
});
setDefaultCACertificates([certificate]);
const { Sender } = await import("../src/sender.ts");

const resolver = { addressesOf: async () => ["127.0.0.1"] } as unknown as NameResolver;
const sender = new Sender({ allowLocalWebhooks: false, resolver }, deadlineMs);

let before = 0;
let most = 0;
setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss());
}, 10).unref();

async function callAll(path: string): Promise<Outcome> {
  const url = `https://receiver.example:${port}${path}`;
  most = 0;
  let lateMs = Number.NEGATIVE_INFINITY;
  const statuses = await Promise.all(
    Array.from({ length: Number(calls) }, async () => {
      const begun = performance.now();
      const { status } = await sender.send({ url, headers: {}, body: "{}", mayStart: () => true }).result;
      lateMs = Math.max(lateMs, performance.now() - begun - deadlineMs);
      return status;
    }),
  );
  most = Math.max(most, process.memoryUsage.rss());
  return { path, statuses: [...new Set(statuses)], lateMs, moreBytes: most - before };
}

for (let n = 0; n < 20; n++) {
  await callAll("/long");
  before = Math.max(before, most);
}
const outcomes: Outcome[] = [];
for (const path of paths.split(",")) outcomes.push(await callAll(path));
process.send?.(outcomes);
await sender.close();
process.disconnect?.();
