import { runOperations } from "@highstreet/router/features/operations/index.ts";
import { bulkShop } from "@highstreet/router/testing/bulk";
import { afterAll, expect, test } from "vitest";
import { startRest } from "./start-rest.ts";

const rest = await startRest();
afterAll(() => rest.close());
const body = { filter: { q: "item-" }, edit: { hidden: true } };

test("a bulk edit is counted by a dry run, started with its selection, followed and reverted", async () => {
  const { retailerId, hidden } = await bulkShop(rest.t, 1_100);
  const path = `/v1/retailers/${retailerId}/inventory/customizations/bulk`;
  const counted = await rest.json<{ response: { selection: string } }>("POST", `${path}?dryRun=true`, { body });
  expect(counted).toMatchObject({
    response: { products: 1_100, stores: 2, events: 2_200, selection: expect.stringMatching(/./) },
    affected: { counts: { stores: 2, channels: 0, events: 2_200 }, events: [], truncated: true },
  });
  expect(await rest.json("POST", path, { body })).toMatchObject({ code: "ValidationFailed", status: 422 });

  const { selection } = counted.response;
  const started = await rest.call("POST", path, { body: { ...body, selection } });
  expect(started.statusCode).toBe(202);
  const { id } = started.json();
  const at = `/v1/retailers/${retailerId}/operations/${id}`;
  expect(await rest.json("GET", at)).toMatchObject({ status: "running", total: 1_100, done: 0 });
  await runOperations(rest.t.asSystem());
  expect(await rest.json("GET", at)).toMatchObject({ status: "done", done: 1_100 });
  expect(await hidden()).toBe(1_100);

  const undo = await rest.call("POST", `/v1/retailers/${retailerId}/history/operations/${id}/revert`);
  expect([undo.statusCode, undo.json().status]).toEqual([202, "running"]);
  await runOperations(rest.t.asSystem());
  expect(await hidden()).toBe(0);
});

test("a small bulk edit is done when the answer arrives", async () => {
  const { retailerId, plan, hidden } = await bulkShop(rest.t, 3);
  const { selection } = await plan({ filter: {}, edit: { hidden: true } });
  const path = `/v1/retailers/${retailerId}/inventory/customizations/bulk`;
  const done = await rest.call("POST", path, { body: { filter: {}, edit: { hidden: true }, selection } });
  expect([done.statusCode, done.json().status]).toEqual([200, "done"]);
  expect(await hidden()).toBe(3);
  const again = await rest.json("POST", path, {
    body: { filter: { hidden: false }, edit: { hidden: true }, selection },
  });
  expect(again).toMatchObject({ code: "ChangedSince", status: 409, products: 0 });
});
