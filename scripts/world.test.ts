import { randomBytes } from "node:crypto";
import { openDatabase } from "@highstreet/db";
import { cloneDatabase } from "@highstreet/db/testing";
import { createCaller, createPartner, scopes } from "@highstreet/router";
import { expect, test } from "vitest";
import { systemContext } from "../bench/lib/world.ts";
import { makeWorld } from "../bench/world/make-world.ts";

const size = { stores: 100, retailers: 4, storesOfOne: 20, webhooks: 10, items: 2 };
const webhookUrl = "https://receiver.example/hooks";

test("a generated world is whole, is replaced by the next, and never replaces other data", async () => {
  const database = await cloneDatabase();
  const db = openDatabase({ url: database.url });
  try {
    const system = systemContext(db, randomBytes(32).toString("base64"));
    await makeWorld(system, { ...size, stores: 50, webhookUrl });
    const made = await makeWorld(system, { ...size, webhookUrl });
    const { prisma } = db;
    const where = { retailerId: { in: made.retailers } };
    const counts = [
      prisma.store.count({ where }),
      prisma.stockItem.count({ where }),
      prisma.storeEvent.count({ where }),
      prisma.deliveryCursor.count({ where }),
    ];
    expect(await Promise.all(counts)).toEqual([120, 240, 480, 30]);
    expect(await prisma.deliveryWork.count({ where })).toBe(0);
    // An edit of the chain makes an event of each store.
    const power = { scopes: new Set(scopes), retailerIds: null, expiresAt: null };
    const { partnerId, barcode } = made;
    const caller = createCaller({
      ...system,
      actor: { kind: "key", keyId: made.apiKey.slice(3, 39), partnerId, ...power },
    });
    await caller.customizations.edit({ retailerId: made.retailers.at(-1) ?? "", barcode, body: { hidden: true } });
    expect(await prisma.deliveryWork.count({ where })).toBe(size.storesOfOne);

    await createPartner(system, { name: "Real tills" });
    await expect(makeWorld(system, { ...size, webhookUrl })).rejects.toThrow("npm run world");
    expect(await prisma.store.count({ where })).toBe(120);
  } finally {
    await db.close();
    await database.drop();
  }
});
