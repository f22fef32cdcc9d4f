import { createSandboxProviders } from "@highstreet/providers";
import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { readChannels, type WithPrisma } from "../../src/core/channels/index.ts";
import { activateDueBudgets } from "../../src/features/local-ads/index.ts";
import { createCaller } from "../../src/router.ts";
import { newAdsShop } from "./ads-shop.ts";
import { FaultyAds } from "./faulty-ads.ts";

const t = await createTestContext({ providers: { ...createSandboxProviders(), ads: new FaultyAds(), speed: 1 } });
afterAll(() => t.close());

test("a read while a budget is activated shows the budget as upcoming or as active", async () => {
  t.setNow("2026-03-01T09:00:00Z");
  const ids = await newAdsShop(t);
  await createCaller(t.ctx).channels.enable({ ...ids, body: { type: "local_ads", parameters: { dailyBudget: 10 } } });
  t.setNow("2026-03-02T09:00:00Z");
  const { prisma } = t.ctx.db;
  // The worker makes the change after the row of the channel was read.
  const budgetChange = {
    findFirst: async (asked: object) => {
      await activateDueBudgets(t.asSystem());
      return prisma.budgetChange.findFirst(asked);
    },
  };
  const db = { prisma: { channel: prisma.channel, budgetChange, store: prisma.store } };
  const rows = await readChannels(db as unknown as WithPrisma, ids);
  expect(rows.find(({ channel }) => channel === "local_ads")).toMatchObject({
    ...{ dailyBudget: 1_000, upcomingBudget: null, status: "connected" },
  });
});
