import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, it } from "vitest";
import { newAdsShop } from "../../../tests/local-ads/ads-shop.ts";
import type { StoreIds } from "../../core/channels/index.ts";
import { createCaller } from "../../router.ts";

const test = await createTestContext();
afterAll(() => test.close());
const api = () => createCaller(test.ctx);
const newStore = (inStock: number) => newAdsShop(test, {}, inStock);
const remove = (ids: StoreIds) => api().channels.remove({ ...ids, type: "local-ads" });
const post = (ids: StoreIds, dailyBudget: number) =>
  api().channels.enable({ ...ids, body: { type: "local-ads", parameters: { dailyBudget } } });

it("predicts exactly when local ads are refused, and why", async () => {
  const { id } = await test.retailer();
  const stores = [(await test.store(id)).ids, await newStore(49), await newStore(50)];
  for (const ids of stores) {
    const [obstacle] = await api().channels.obstacles(ids);
    const refused = await post(ids, 5).then(
      () => remove(ids).then(() => undefined),
      ({ message, cause }: Error & { cause: { code: string; members: object } }) => ({
        channel: "local_ads",
        code: cause.code,
        message,
        members: cause.members,
      }),
    );
    expect(obstacle).toEqual(refused);
  }
});
