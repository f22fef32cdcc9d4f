import { afterAll, expect, test } from "vitest";
import { createTestContext } from "../testing.ts";
import type { CallLimit } from "./rate-limit.ts";
import { type AskShare, createSharedRateLimit, createShares } from "./rate-shares.ts";

const LIMIT = 1_000;
const t = await createTestContext();
afterAll(() => t.close());
const { db } = t.ctx;

/** A database on a loaded machine is slow, but it answers. */
const PATIENT_MS = 60_000;

/** Processes that share a limit. */
function openProcesses(count: number, askShare: () => AskShare = () => createShares(db)) {
  let ms = 1_000_000;
  let writes = 0;
  const answers: Promise<unknown>[] = [];
  const limits: CallLimit[] = Array.from({ length: count }, () => {
    const ask = askShare();
    const counted: AskShare = (member, asked) => {
      writes++;
      const answer = ask(member, asked);
      answers.push(answer);
      return answer;
    };
    return createSharedRateLimit(LIMIT, () => new Date(ms), counted, PATIENT_MS);
  });
  return {
    limits,
    /** Makes calls of a member in one second, mixed over its processes. @returns allowed calls and writes */
    second: async (member: string, callsOf: number[]): Promise<{ allowed: number; writes: number }> => {
      writes = 0;
      let allowed = 0;
      // Ten parts of the second, so that processes wait for the database while others make calls.
      for (let part = 0; part < 10; part++) {
        const taken = callsOf.flatMap((calls, n) =>
          Array.from({ length: Math.round((calls * (part + 1)) / 10) - Math.round((calls * part) / 10) }, () =>
            limits[n]?.take(member),
          ),
        );
        for (const left of await Promise.all(taken)) if ((left ?? -1) >= 0) allowed++;
        // A part lasts 100 ms, and the database answers in that time. The clock of the test must not be faster.
        await Promise.allSettled(answers.splice(0));
        ms += 100;
      }
      return { allowed, writes };
    },
  };
}

const TOLERANCE = 0.1 * LIMIT;

test.each([
  ["all calls in one process", [1_500, 0, 0]],
  ["the same number in each process", [500, 500, 500]],
  ["different numbers", [900, 400, 100]],
  ["one busy process beside quiet ones", [2_000, 15, 15]],
  ["many processes", Array.from({ length: 8 }, () => 200)],
])(
  "%s: processes never allow more than 110 %% of the limit, and soon 90 %% at least, for at most 5 writes a second",
  async (name, calls) => {
    const { second } = openProcesses(calls.length);
    const lasting: Awaited<ReturnType<typeof second>>[] = [];
    for (let n = 0; n < 12; n++) {
      const one = await second(name, calls);
      expect(one.allowed).toBeLessThanOrEqual(LIMIT + TOLERANCE);
      // The processes learn of each other in the first two seconds.
      if (n >= 2) lasting.push(one);
    }
    expect(Math.min(...lasting.map(({ allowed }) => allowed))).toBeGreaterThanOrEqual(LIMIT - TOLERANCE);
    expect(lasting.reduce((sum, { writes }) => sum + writes, 0) / lasting.length).toBeLessThanOrEqual(5);
  },
);

test("the shares follow the calls: of calls for 90 % of the limit, 98 % are allowed, however they are divided", async () => {
  const { second } = openProcesses(3);
  for (const calls of [
    [300, 300, 300],
    [700, 100, 100],
    [50, 50, 800],
  ]) {
    // The shares follow the calls within two seconds.
    for (let n = 0; n < 2; n++) await second("below", calls);
    for (let n = 0; n < 3; n++) expect((await second("below", calls)).allowed).toBeGreaterThanOrEqual(882);
  }
});

test("a quiet member costs no write", async () => {
  const { second } = openProcesses(3);
  for (let n = 0; n < 3; n++) expect(await second("quiet", [20, 20, 20])).toEqual({ allowed: 60, writes: 0 });
});

test("the share of a process that died returns to the others", async () => {
  const { second } = openProcesses(2);
  await second("died", [500, 500]);
  expect((await second("died", [600, 600])).allowed).toBe(LIMIT);
  // The database's clock, which the test cannot advance, ends a share.
  await db.prisma.rateShare.updateMany({ where: { member: "died" }, data: { until: new Date(0) } });
  await second("died", [1_200, 0]);
  expect((await second("died", [1_200, 0])).allowed).toBe(LIMIT);
});

test("while the database fails, each process allows its part of the limit", async () => {
  let isDown = false;
  const ask = () => {
    const shares = createShares(db);
    const failing: AskShare = () => Promise.reject(new Error("down"));
    return ((member, asked) => (isDown ? failing : shares)(member, asked)) satisfies AskShare;
  };
  const { second } = openProcesses(2, ask);
  await second("slow", [1_000, 1_000]);
  await second("slow", [1_000, 1_000]);
  isDown = true;
  // In this second the processes may still use the shares that they have.
  await second("slow", [1_000, 1_000]);
  for (let n = 0; n < 3; n++) {
    expect(Math.abs((await second("slow", [1_000, 1_000])).allowed - LIMIT)).toBeLessThanOrEqual(TOLERANCE);
  }
});

test("without an answer of the database, a process that knows of no other allows the whole limit", async () => {
  const hanging: AskShare = () => new Promise(() => undefined);
  const limit = createSharedRateLimit(LIMIT, () => new Date(0), hanging, 1);
  const taken = await Promise.all(Array.from({ length: LIMIT + 1 }, () => limit.take("unknown")));
  expect(taken.filter((left) => left >= 0)).toHaveLength(LIMIT);
});

test("a refused call says so, and the header counts what is left for all processes", async () => {
  const [one, other] = [createShares(db), createShares(db)].map((ask) =>
    createSharedRateLimit(3, () => new Date(0), ask, PATIENT_MS),
  );
  const taken = [];
  for (let n = 0; n < 4; n++) taken.push(await one?.take("small"));
  expect(taken).toEqual([2, 1, 0, -1]);
  expect(await other?.take("small")).toBe(-1);
});
