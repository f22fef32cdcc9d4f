import { randomUUID } from "node:crypto";
import { createTestContext } from "@highstreet/router/testing";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Context } from "../../../kernel/context.ts";
import { createCaller } from "../../../router.ts";
import { MAX_PULLS, PullLease } from "./lease-pull.ts";

const t = await createTestContext();
afterAll(() => t.close());
beforeEach(async () => {
  await t.ctx.db.prisma.connection.deleteMany({ where: { retailerId: { not: randomUUID() } } });
});

/** Due connections of a new partner, one for each retailer. @returns the retailers */
async function connect(count: number, failures = 0): Promise<string[]> {
  const { partnerId, key } = await t.newPartner();
  const as: Context = t.asKey({ partnerId, keyId: key.id });
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const { id: retailerId } = await t.retailer({}, as);
    await createCaller(as).connections.save({
      retailerId,
      body: { connector: "square", credential: { accessToken: "EAAA" } },
    });
    ids.push(retailerId);
  }
  await t.ctx.db.prisma.connection.updateMany({ where: { retailerId: { in: ids } }, data: { failures } });
  return ids;
}

/** Takes leases of all retailers at the same time, as several workers do, until no more can be taken. */
async function take(retailerIds: string[]): Promise<PullLease[]> {
  const leases: PullLease[] = [];
  for (let round = 0; round < 4; round++) {
    const taken = await Promise.all(retailerIds.map((id) => PullLease.take(t.asSystem(), id)));
    leases.push(...taken.filter((lease) => lease !== undefined));
  }
  return leases;
}

test("a partner has at most two pulls, also if workers take them at the same time", async () => {
  const mine = await connect(5);
  const other = await connect(1);
  const leases = await take(mine);
  expect(leases.length).toBeLessThanOrEqual(2);
  expect(await take(other)).toHaveLength(1);
  await Promise.all(leases.map((lease) => lease.end(t.ctx.db.prisma, {})));
  expect((await take(mine.slice(0, 1))).length).toBe(1);
});

test("connections that fail have at most half of all pulls, so others always find a free one", async () => {
  const failing = (await Promise.all(Array.from({ length: 5 }, () => connect(2, 1)))).flat();
  expect((await take(failing)).length).toBeLessThanOrEqual(MAX_PULLS / 2);
  expect(await take(await connect(1))).toHaveLength(1);
});
