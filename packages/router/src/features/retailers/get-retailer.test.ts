import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { summaryOf } from "./internal/retailer-record.ts";
import { getRetailer } from "./read-retailers.ts";

const t = await createTestContext();
afterAll(() => t.close());
const { db } = t.ctx;

test("summarises the states of stores", () => {
  expect(summaryOf(0, 0, 0)).toBe("unknown");
  expect(summaryOf(2, 2, 0)).toBe("connected");
  expect(summaryOf(2, 1, 1)).toBe("partial");
  expect(summaryOf(2, 1, 0)).toBe("partial");
  expect(summaryOf(2, 0, 2)).toBe("pending");
  expect(summaryOf(2, 0, 1)).toBe("disconnected");
  expect(summaryOf(2, 0, 0)).toBe("disconnected");
});

test("summarises sources and channels: pending without a source, disconnected with an invalid source or without channels", async () => {
  const { id: retailerId } = await t.retailer();
  const statuses = async () => {
    const { inventoryStatus, channelStatus } = await getRetailer(t.ctx, { retailerId });
    return [inventoryStatus, channelStatus];
  };
  expect(await statuses()).toEqual(["unknown", "unknown"]);
  const [one, two] = [await t.store(retailerId), await t.store(retailerId)];
  expect(await statuses()).toEqual(["pending", "disconnected"]);
  const times = { createdAt: t.ctx.now(), updatedAt: t.ctx.now() };
  const channel = (storeId: string, channel: "search" | "webhooks", status: "connected" | "pending") =>
    db.prisma.channel.create({ data: { retailerId, storeId, channel, status, ...times } });
  await db.prisma.inventorySource.create({ data: { retailerId, storeId: one.id, status: "invalid", ...times } });
  await channel(one.id, "search", "connected");
  await channel(one.id, "webhooks", "pending");
  await channel(two.id, "webhooks", "pending");
  expect(await statuses()).toEqual(["disconnected", "pending"]);
  await db.prisma.channel.updateMany({ where: { retailerId, storeId: one.id }, data: { status: "connected" } });
  await db.prisma.inventorySource.create({ data: { retailerId, storeId: two.id, status: "connected", ...times } });
  expect(await statuses()).toEqual(["partial", "partial"]);
  await db.prisma.channel.updateMany({ where: { retailerId }, data: { status: "connected" } });
  await db.prisma.inventorySource.updateMany({ where: { retailerId }, data: { status: "connected" } });
  expect(await statuses()).toEqual(["connected", "connected"]);
});
