import { expect, test } from "vitest";
import { Lanes, Limit } from "./limit.ts";

/** Something that runs until it is told to end. */
function job(log: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const run = async () => {
    log.push(`${name} begins`);
    await promise;
  };
  return { run, end: resolve, fail: () => reject(new Error(name)) };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("no more run at once than are allowed; the others begin in the order in which they came, also behind one that failed", async () => {
  const limit = new Limit(2);
  const log: string[] = [];
  const jobs = ["a", "b", "c", "d"].map((name) => job(log, name));
  const results = Promise.allSettled(jobs.map(({ run }) => limit.run(run)));
  await settled();
  expect(log).toEqual(["a begins", "b begins"]);
  jobs[1]?.fail();
  await settled();
  expect(log).toEqual(["a begins", "b begins", "c begins"]);
  for (const { end } of jobs) end();
  expect((await results).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
});

test("of one key one runs at once, of two keys two; nothing is kept of a key when all is done", async () => {
  const lanes = new Lanes();
  const log: string[] = [];
  const [first, second, other] = [job(log, "first"), job(log, "second"), job(log, "other")];
  const results = Promise.allSettled([
    lanes.run("x", first.run),
    lanes.run("x", second.run),
    lanes.run("y", other.run),
  ]);
  await settled();
  expect(log).toEqual(["first begins", "other begins"]);
  first.fail();
  await settled();
  expect(log).toEqual(["first begins", "other begins", "second begins"]);
  second.end();
  other.end();
  await results;
  const again = job(log, "again");
  again.end();
  await lanes.run("x", again.run);
});
