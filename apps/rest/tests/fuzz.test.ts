import { isFullRun, rounds, seedOr } from "@highstreet/telemetry/testing/rounds";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { rowsOf, wrongItems } from "./fuzz/invariants.ts";
import { operations } from "./fuzz/operations.ts";
import { reportLine } from "./fuzz/report-line.ts";
import { anyRequest, type FuzzRequest } from "./fuzz/requests.ts";
import { costOfContent, LIMIT_MS } from "./fuzz/slowness.ts";
import { CONNECTIONS, startTarget } from "./fuzz/target.ts";
import { wrongIn } from "./fuzz/verdict.ts";
import { createWorld, partnerOf, type World } from "./fuzz/world.ts";

/** The same seed sends the same requests. */
const REQUESTS = rounds(1_000_000, 2_000);
const SEED = seedOr(20_261_121);
/** Requests per world. Then a new world starts, so that no retailer grows beyond a realistic size. */
const TO_A_WORLD = 400;

const target = await startTarget();
afterAll(() => target.close());
const { t } = target;
const neighbour = await createWorld(t, new Map());
const untouched = await rowsOf(t, await partnerOf(t, neighbour));

const statuses: Record<number, number> = {};
const reached = new Set<string>();
let sent = 0;

/**
 * Sends all requests, several at once.
 * @returns the wrong answers, and the slow requests
 */
async function sendAll(requests: FuzzRequest[], world: World): Promise<{ wrong: string[]; slow: FuzzRequest[] }> {
  const wrong: string[] = [];
  const slow: FuzzRequest[] = [];
  const waiting = requests.values();
  const lane = async (): Promise<void> => {
    for (const request of waiting) await Promise.all(Array.from({ length: request.copies }, () => sendOne(request)));
  };
  const sendOne = async (request: FuzzRequest): Promise<void> => {
    const answer = await target.send(request, world).catch((error: Error) => error);
    sent += 1;
    if (answer instanceof Error) {
      wrong.push(`${reportLine(request, world)}\n  no answer: ${answer.message}`);
      return;
    }
    statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1;
    const { method, path } = request.operation;
    if (answer.statusCode < 300 && request.method === method) reached.add(`${method} ${path}`);
    const fault = wrongIn(request.method, answer);
    if (fault !== undefined) wrong.push(`${reportLine(request, world)}\n  ${answer.statusCode}: ${fault}`);
    if (answer.ms > LIMIT_MS && request.copies === 1) slow.push(request);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  return { wrong, slow };
}

async function tryWorld(requests: FuzzRequest[]): Promise<void> {
  t.advance(1_000);
  const world = await createWorld(t, neighbour);
  const { wrong, slow } = await sendAll(requests, world);
  for (const request of slow) {
    const ms = await costOfContent(target, request, world);
    if (ms > LIMIT_MS) wrong.push(`${reportLine(request, world)}\n  takes ${Math.round(ms)} ms more than a plain one`);
  }
  expect([...wrong, ...target.faults()], "what was wrong").toEqual([]);
  expect(await wrongItems(t, await partnerOf(t, world)), "items that differ from their last event").toEqual([]);
  expect(await rowsOf(t, await partnerOf(t, neighbour)), "rows of another partner").toEqual(untouched);
  expect("polluted" in {}, "a member of every object").toBe(false);
}

test("any request gets its documented answer without a 5xx or a slow answer, and rows stay right", {
  timeout: 3_600_000,
}, async () => {
  const requests = fc.array(anyRequest, { minLength: TO_A_WORLD, maxLength: TO_A_WORLD });
  const numRuns = Math.ceil(REQUESTS / TO_A_WORLD);
  const began = performance.now();
  const { errorInstance } = await fc.check(fc.asyncProperty(requests, tryWorld), {
    numRuns,
    seed: SEED,
    // The report has the exact request. With fewer requests the world would differ.
    endOnFailure: true,
  });
  const seconds = Math.round((performance.now() - began) / 1_000);
  const summary = `TEST_SEED=${SEED}: ${sent} requests in ${seconds} s, by status ${JSON.stringify(statuses)}`;
  if (errorInstance instanceof Error) throw new Error(`${summary}\n${errorInstance.message}`, { cause: errorInstance });
  if (!isFullRun) return;
  console.log(summary);
  const missed = operations.map(({ method, path }) => `${method} ${path}`).filter((name) => !reached.has(name));
  expect(missed, "a fuzzer that never gets through proves nothing").toEqual([]);
});
