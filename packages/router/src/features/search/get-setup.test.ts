import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, it } from "vitest";
import { enable } from "../../../tests/search/search-life.ts";
import { createCaller } from "../../router.ts";

const test = await createTestContext();
afterAll(() => test.close());
const api = () => createCaller(test.ctx);

it("shows each step with its state, its actor and its expected end", async () => {
  const { ids } = await test.store((await test.retailer()).id);
  expect(await api().channels.setup(ids)).toBeNull();
  expect(await api().channels.check(ids)).toBeNull();
  await enable(test, ids, "1010");
  const states = (setup: Awaited<ReturnType<ReturnType<typeof api>["channels"]["setup"]>>) =>
    setup?.steps.map(({ state }) => state);
  expect(states(await api().channels.check(ids))).toEqual(["current", "ahead", "ahead", "ahead", "ahead"]);
  test.advance(5_000);
  const letIn = await api().channels.check(ids);
  expect(states(letIn)?.slice(0, 3)).toEqual(["done", "done", "done"]);
  expect(letIn).toMatchObject({
    profile: { standing: "good" },
    problem: null,
    liveSince: null,
    rehearsal: { speed: 23_040 },
  });
  const now = test.ctx.now().getTime();
  expect(letIn?.steps.at(-1)).toMatchObject({
    ...{ id: "live", state: "current", actor: "search_engine" },
    expected: { average: new Date(now + 15_000).toISOString(), latest: new Date(now + 52_500).toISOString() },
  });
  test.advance(10_000);
  const live = await api().channels.check(ids);
  expect(states(live)).toEqual(["done", "done", "done", "done", "done"]);
  expect(live?.liveSince).toBe(live?.steps.at(-1)?.doneAt);
});

it("is not visible to other partners", async () => {
  const { ids } = await test.store((await test.retailer()).id);
  await enable(test, ids, "1012");
  const other = createCaller(test.asKey({ partnerId: (await test.newPartner()).partnerId }));
  await expect(other.channels.setup(ids)).rejects.toMatchObject({ cause: { code: "RetailerNotFound" } });
});
