import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { authenticateUpload, newUploadKey } from "./authenticate.ts";

const t = await createTestContext();
afterAll(() => t.close());
const { ids } = await t.store((await t.retailer()).id);
const where = { retailerId_storeId: ids };

/** Gives the store's source a new upload key. @returns its token */
async function giveKey(): Promise<{ id: string; token: string }> {
  const { id, digest, token } = newUploadKey(t.ctx.now());
  const { prisma } = t.ctx.db;
  await prisma.inventorySource.upsert({ where, create: ids, update: {} });
  const { partnerId } = t.partner;
  await prisma.uploadKey.upsert({ where, create: { ...ids, id, partnerId, digest }, update: { id, digest } });
  return { id, token };
}

test("names the store and the partner of an upload key", async () => {
  const { id, token } = await giveKey();
  expect(await authenticateUpload(t.ctx.db, token)).toEqual({
    ...{ kind: "upload", keyId: id, partnerId: t.partner.partnerId, mode: "update" },
    ...ids,
  });
});

test("refuses the key of a store that is deleted", async () => {
  const { token } = await giveKey();
  await t.ctx.db.prisma.inventorySource.deleteMany({ where: ids });
  expect(await authenticateUpload(t.ctx.db, token)).toBeNull();
});

test("refuses a replaced key, a wrong secret and a token of another format", async () => {
  const [old, current] = [await giveKey(), await giveKey()];
  const wrong = `hsu_${current.id}_${"0".repeat(64)}`;
  for (const token of [old.token, wrong, t.partner.key.key, "", "hsu_"]) {
    expect(await authenticateUpload(t.ctx.db, token)).toBeNull();
  }
});
