import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import { MAX_CLOCK_AHEAD } from "./test-clock.schema.ts";

const DAY = 86_400;
const t = await createTestContext();
afterAll(() => t.close());
const tester = t.asKey({ isTest: true });
const caller = createCaller(tester);
const { id: retailerId } = await t.retailer({}, tester);
const move = (aheadSeconds: number) => caller.testClock.move({ retailerId, body: { aheadSeconds } });
const timeIn = (seconds: number) => new Date(t.ctx.now().getTime() + seconds * 1_000).toISOString();

test("shows real time first, then the time to which a call moved it", async () => {
  expect(await caller.testClock.get({ retailerId })).toEqual({ now: timeIn(0), aheadSeconds: 0 });
  const moved = { now: timeIn(DAY), aheadSeconds: DAY };
  expect(await move(DAY)).toEqual(moved);
  expect(await move(DAY)).toEqual(moved);
  t.advance(1_000);
  expect(await caller.testClock.get({ retailerId })).toEqual({ now: timeIn(DAY), aheadSeconds: DAY });
});

test("refuses a move backwards, and one over 400 days", async () => {
  for (const seconds of [DAY - 1, 0, -1, MAX_CLOCK_AHEAD + 1, 1.5]) {
    await expect(move(seconds)).rejects.toMatchObject({ cause: { code: "ValidationFailed" } });
  }
  expect(await caller.testClock.get({ retailerId })).toMatchObject({ aheadSeconds: DAY });
});

test("records a move in the history", async () => {
  const { data } = await caller.history.list({ retailerId, page: {} });
  expect(data[0]).toMatchObject({ action: "retailer.update", after: { clockAhead: DAY } });
  expect(data[0]?.before).not.toHaveProperty("clockAhead");
});

test("a live retailer has no test clock", async () => {
  const live = createCaller(t.ctx).testClock;
  const { id } = await t.retailer();
  const refused = { cause: { code: "NotTestRetailer", status: 409 } };
  await expect(live.get({ retailerId: id })).rejects.toMatchObject(refused);
  await expect(live.move({ retailerId: id, body: { aheadSeconds: DAY } })).rejects.toMatchObject(refused);
});

test("a retailer keeps its kind: the one of the key that made it", async () => {
  expect(await caller.retailers.get({ retailerId })).toMatchObject({ isTest: true });
  const { id } = await t.retailer();
  expect(await createCaller(t.ctx).retailers.get({ retailerId: id })).toMatchObject({ isTest: false });
  const body = { isTest: false } as unknown as { name: string };
  expect(await caller.retailers.update({ retailerId, body })).toMatchObject({ isTest: true });
});

test("people with the partner role see both kinds", async () => {
  const { partnerId } = t.partner;
  const petra = createCaller(
    t.as({ kind: "staff", userId: "p", name: "Petra", roles: new Map(), partnerId, isPartner: true }),
  );
  const { data } = await petra.retailers.list({ page: {} });
  expect(new Set(data.map(({ isTest }) => isTest))).toEqual(new Set([true, false]));
  expect(await petra.testClock.get({ retailerId })).toMatchObject({ aheadSeconds: DAY });
});
