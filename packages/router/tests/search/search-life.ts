import type { TestContext } from "@highstreet/router/testing";
import type { StoreIds } from "../../src/core/channels/index.ts";
import { checkSearchChannels } from "../../src/features/search/check-search-channels.ts";
import { acceptInvitations, giveUpLocations } from "../../src/features/search/location-access.ts";
import { createCaller } from "../../src/router.ts";

/** Runs each job of the worker for search channels once, and then the jobs that this made due. */
export async function workOnce({ asSystem }: TestContext): Promise<void> {
  await checkSearchChannels(asSystem());
  await acceptInvitations(asSystem());
  await checkSearchChannels(asSystem());
  await giveUpLocations(asSystem());
}

/** Advances the clock in steps of five seconds and runs the worker after each. */
export async function workFor(test: TestContext, seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= 5) {
    test.advance(Math.min(5, left) * 1_000);
    await workOnce(test);
  }
}

/** Enables a store's search channel. */
export async function enable(test: TestContext, ids: StoreIds, locationId: string, storeCode?: string) {
  const body = { type: "search" as const, parameters: { locationId, storeCode } };
  return createCaller(test.ctx).channels.enable({ ...ids, body });
}

/** Enables a store's search channel and waits until its listings show: 20 s of the test's clock. */
export async function connectSearch(test: TestContext, ids: StoreIds, locationId: string): Promise<void> {
  await enable(test, ids, locationId);
  await workFor(test, 20);
}

/** The search channel of a store as the API shows it. */
export async function readSearch(test: TestContext, ids: StoreIds) {
  return (await createCaller(test.ctx).channels.list(ids)).find(({ id }) => id === "search");
}

/** The published states of a store's search channel: status and warnings of each event. */
export async function publishedStatesOf(test: TestContext, ids: StoreIds): Promise<string[]> {
  const rows = await test.ctx.db.query<{ data: string }>(
    "SELECT data FROM store_event WHERE retailer_id = $1 AND store_id = $2 AND subject = 'channel:search' ORDER BY sequence",
    [ids.retailerId, ids.storeId],
  );
  return rows.map(({ data }) => {
    const { status, warnings } = JSON.parse(data) as { status: string; warnings: { id: string }[] };
    return [status, ...warnings.map(({ id }) => id)].join(" ");
  });
}
