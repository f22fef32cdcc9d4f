import { expect, it } from "vitest";
import { callForPartner, createTurns, partnerOfCall, type QuotaBuckets } from "./quota.ts";

const bucket = { name: "a", perMinute: 60 };

it("lets one call of each partner ask at a time, in the order of the calls", async () => {
  const asked: { partnerId: string | undefined; give: () => void }[] = [];
  const quota: QuotaBuckets = {
    take: (_buckets, _patience, partnerId) =>
      new Promise((resolve) => asked.push({ partnerId, give: () => resolve({ waitMs: 0 }) })),
  };
  const turn = createTurns({ quota, now: () => new Date(0), sleep: async () => undefined, maxWaitMs: 60_000 });
  const done: string[] = [];
  const call = (partnerId: string, name: string) => turn([bucket], partnerId).then(() => done.push(name));
  const calls = [..."123"].map((n) => call("many", `many ${n}`));
  const other = call("one", "one 1");
  await expect.poll(() => asked.map(({ partnerId }) => partnerId)).toEqual(["many", "one"]);
  asked[1]?.give();
  await other;
  expect(done).toEqual(["one 1"]);
  for (let index = 0; index < 4; index++) {
    await expect.poll(() => asked.length).toBeGreaterThan(index);
    asked[index]?.give();
  }
  await Promise.all(calls);
  expect(done).toEqual(["one 1", "many 1", "many 2", "many 3"]);
});

it("asks again after the given wait, gives a call up at its timeout, and continues with the next", async () => {
  let time = 0;
  let isOpen = false;
  const quota: QuotaBuckets = { take: async () => (isOpen ? { waitMs: 5 } : { tooLate: 7_000 }) };
  const sleep = async (ms: number) => {
    time += ms;
  };
  const turn = createTurns({ quota, now: () => new Date(time), sleep, maxWaitMs: 20_000 });
  await expect(turn([bucket], "p")).rejects.toMatchObject({ kind: "quota", retryAfterMs: 7_000 });
  expect(time).toBe(14_000);
  isOpen = true;
  await turn([bucket], "p");
  expect(time).toBe(14_005);
});

it("keeps the partner of nested calls, and counts calls without a partner as one partner", async () => {
  const withoutPartner = partnerOfCall();
  expect(withoutPartner).toMatch(/^[0-]+$/);
  const seen = await Promise.all(["a", "b"].map((id) => callForPartner(id, async () => partnerOfCall())));
  expect(seen).toEqual(["a", "b"]);
  expect(partnerOfCall()).toBe(withoutPartner);
});
