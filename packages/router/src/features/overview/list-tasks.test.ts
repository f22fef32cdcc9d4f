import { createTestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import { MAX_TASKS } from "./list-tasks.ts";
import { taskKinds } from "./overview.schema.ts";

const t = await createTestContext();
afterAll(() => t.close());
const caller = createCaller(t.ctx);
const { prisma } = t.ctx.db;

async function* file(...lines: string[]) {
  yield Buffer.from(["barcode,price,quantity,currency,condition", ...lines].join("\n"));
}
const lines = (count: number) => Array.from({ length: count }, (_, n) => `B-${n},1,1,GBP,new`);
const parameters = { webhookUrl: "https://93.184.216.34/", secret: canary("webhook") };

test("finds the tasks of each store, the worst first, with the reason", async () => {
  const { id: retailerId } = await t.retailer();
  const names = ["Fine", "Held", "Silent", "Failing", "Rejected", "Waiting", "Empty"] as const;
  const stores = new Map<string, { retailerId: string; storeId: string }>();
  for (const name of names) {
    const { ids } = await t.store(retailerId, { name });
    stores.set(name, ids);
    if (name !== "Empty")
      await caller.inventory.patchStock({ ...ids, body: [{ barcode: "X", price: 1, quantity: 1 }] });
  }
  const at = (name: (typeof names)[number]) => stores.get(name) ?? { retailerId, storeId: "" };
  await caller.inventory.putStock({ ...at("Held"), mode: "replace", feed: file(...lines(30)) });
  expect(
    (await caller.inventory.putStock({ ...at("Held"), mode: "replace", feed: file("B-1,1,1,GBP,new") })).status,
  ).toBe("held");
  await prisma.inventorySource.updateMany({
    where: at("Silent"),
    data: { status: "disconnected", provider: "upload" },
  });
  await caller.channels.enable({ ...at("Failing"), body: { type: "webhooks", parameters } });
  const warning = { code: "WebhookEndpointFailing", message: "The address did not accept our last calls." };
  const warnings = [{ id: warning.code, message: warning.message }];
  await prisma.channel.updateMany({ where: at("Failing"), data: { status: "connected", warnings } });
  for (const name of ["Rejected", "Waiting"] as const) {
    await caller.channels.enable({ ...at(name), body: { type: "search", parameters: { locationId: "1" } } });
  }
  await prisma.channel.updateMany({ where: at("Rejected"), data: { status: "connected", warnings: [] } });
  const listing = {
    state: "disapproved",
    problem: { code: "x", message: "No picture" },
    updatedAt: t.ctx.now(),
  } as const;
  await prisma.listing.createMany({
    data: ["a", "b"].map((itemKey) => ({ ...at("Rejected"), ...listing, itemKey })),
  });
  // The reason of most products is the reason of the task, not the first one of the alphabet.
  const other = { ...listing, state: "unidentified", problem: { code: "y", message: "Add a title." } } as const;
  await prisma.listing.create({ data: { ...at("Rejected"), ...other, itemKey: "c" } });

  const { data, total } = await caller.overview.tasks({ retailerId });
  expect(data.map(({ kind, store }) => [kind, store.name])).toEqual([
    ["file_held", "Held"],
    ["till_silent", "Silent"],
    ["endpoint_failing", "Failing"],
    ["products_rejected", "Rejected"],
    ["channel_waiting", "Waiting"],
    ["no_stock", "Empty"],
  ]);
  expect(total).toBe(6);
  expect(data[0]?.reason).toMatchObject({ code: "FeedHeld", parameters: { emptied: 29, inStock: 30 } });
  expect(data[0]?.since).toBe(t.ctx.now().toISOString());
  expect(data[2]).toMatchObject({ channel: "webhooks", reason: warning });
  expect(data[3]).toMatchObject({ count: 3, reason: { message: "No picture" } });
  expect(taskKinds.indexOf("file_held")).toBe(0);
});

test("returns a bounded number of tasks of many stores, with a bounded number of statements", async () => {
  const { id: retailerId } = await t.retailer();
  const { ids } = await t.store(retailerId);
  const { id: _id, ...store } = await prisma.store.findUniqueOrThrow({
    where: { retailerId_id: { retailerId, id: ids.storeId } },
  });
  const many = Array.from({ length: 300 }, () => ({
    ...store,
    links: [],
    hours: {},
    pickup: {},
    pause: {},
    safetyStock: {},
    id: crypto.randomUUID(),
    externalId: null,
    widgetToken: crypto.randomUUID(),
  }));
  await prisma.store.createMany({ data: many });
  const { data, total } = await caller.overview.tasks({ retailerId });
  expect(data).toHaveLength(MAX_TASKS);
  expect(total).toBe(301);
});

test("refuses the shop of another partner", async () => {
  const { id: retailerId } = await t.retailer();
  const stranger = createCaller(t.asKey({ partnerId: (await t.newPartner("Another")).partnerId }));
  await expect(stranger.overview.tasks({ retailerId })).rejects.toMatchObject({ code: "NOT_FOUND" });
});
