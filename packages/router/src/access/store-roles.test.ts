import { randomUUID } from "node:crypto";
import { canary } from "@highstreet/telemetry/testing";
import { pngOf } from "@highstreet/telemetry/testing/png";
import type { AnyTRPCProcedure } from "@trpc/server";
import { afterAll, expect, test } from "vitest";
import { createTestTeam } from "../../tests/staff/test-team.ts";
import { DomainError } from "../kernel/errors.ts";
import { type Meta, type Role, roleAllows } from "../kernel/roles.schema.ts";
import { domainErrorOf } from "../kernel/trpc.ts";
import { appRouter, createCaller } from "../router.ts";

/**
 * All calls that a person of chosen stores may make, by how their stores bound the call. A new procedure is closed until it is named
 * here: an `own` one also needs an input in `lists`, or a test of its own.
 */
const allowed = {
  named: [
    ...["channels.get", "channels.list", "channels.obstacles", "channels.setup", "events.list"],
    ...["customizations.getForStore", "customizations.list"],
    ...[
      "history.list",
      "history.listOperations",
      "history.nameProducts",
      "inventory.getIngest",
      "inventory.getItem",
      "inventory.getSource",
      "inventory.listIngests",
    ],
    ...[
      "inventory.countProducts",
      "inventory.countRejections",
      "inventory.itemStates",
      "inventory.listItems",
      "inventory.listRejections",
      "inventory.stockLevels",
      "listings.counts",
      "listings.list",
    ],
    ...["localAds.outcome", "localAds.overview", "stores.get", "webhooks.deliverySummary", "webhooks.getDelivery"],
    ...["webhooks.health", "webhooks.listDeliveries"],
    ...["channels.check", "channels.enable", "channels.remove", "channels.update", "customizations.edit"],
    ...["inventory.acceptIngest", "inventory.discardIngest", "inventory.undoIngest"],
    ...["inventory.patchStock", "inventory.previewStock", "inventory.putStock", "inventory.rememberColumns"],
    ...[
      "localAds.cancelChange",
      "operations.importEdits",
      "operations.planImport",
      "pictures.put",
      "webhooks.redeliver",
    ],
    ...["webhooks.redeliverRange", "webhooks.test"],
    ...["rules.create", "rules.delete", "rules.get", "rules.list", "rules.order", "rules.update"],
    ...["rules.changeShelf", "rules.getShelf"],
  ],
  filtered: ["inventory.exportProducts", "inventory.findProducts", "operations.editByFilter", "operations.planEdit"],
  own: [
    ...[
      "alerts.news",
      "alerts.seeNews",
      "customizations.getForAllStores",
      "events.changes",
      "history.revert",
      "inventory.getProduct",
      "operations.get",
    ],
    ...["operations.revert", "overview.setup", "overview.stores", "overview.tasks", "products.get"],
    ...["retailers.list", "staff.shop", "stores.find", "stores.list"],
  ],
  open: [
    "channels.catalogue",
    "channels.recordSighting",
    "connections.systems",
    "inventory.providers",
    "staff.contacts",
    "staff.findShops",
    "staff.me",
  ],
};
const writesOf = new Set(["inventory:write", "channels:write"]);

const features: Record<string, Record<string, AnyTRPCProcedure>> = appRouter._def.record;
const procedures = Object.entries(features).flatMap(([feature, verbs]) =>
  Object.entries(verbs).map(([verb, { _def }]) => ({ path: `${feature}.${verb}`, meta: _def.meta as Meta })),
);
const boundOf = (path: string) => Object.entries(allowed).find(([, paths]) => paths.includes(path))?.[0];

const t = await createTestTeam();
afterAll(() => t.close());
const { id: retailerId } = t.shop;
const mine = await t.store(retailerId, { name: "Shambles", city: "York" });
const other = await t.store(retailerId, { name: "Carnaby", city: "Soho" });
const people = {
  viewer: await t.join("vic@shop.example", "viewer", retailerId, [mine.id]),
  manager: await t.join("max@shop.example", "manager", retailerId, [mine.id]),
};
const noStores = new Map([[retailerId, new Set<string>()]]);
const nobody = t.as({
  kind: "staff",
  userId: "nic",
  name: "Nic",
  roles: new Map([[retailerId, "manager"]]),
  stores: noStores,
});
const { ctx } = people.manager;
const caller = createCaller(ctx);
const partner = createCaller(t.ctx);

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

type Verb = (input: unknown) => Promise<unknown>;

async function call(path: string, input: object, as = ctx): Promise<unknown> {
  const [feature = "", verb = ""] = path.split(".");
  const verbs = createCaller(as) as unknown as Record<string, Record<string, Verb>>;
  return verbs[feature]?.[verb]?.({ retailerId, ...input });
}

const codeOf = (path: string, input: object, as = ctx) =>
  call(path, input, as).then(
    () => undefined,
    (error) => (domainErrorOf(error) ?? new DomainError("InternalError", String(error))).code,
  );

test("the lists name all procedures that say how stores bound them", () => {
  const said = procedures.map(({ path, meta }) => [
    path,
    ["any", "public"].includes(meta.access) ? "open" : meta.stores,
  ]);
  expect(said).toEqual(procedures.map(({ path }) => [path, boundOf(path)]));
});

test.each(["manager", "viewer"] as const)(
  "a %s of one store calls what the lists allow, in that store alone",
  async (role: Role & keyof typeof people) => {
    const as = people[role].ctx;
    const named = (storeId: string) => [
      { storeId },
      { filter: { storeId } },
      { body: { filter: { storeId }, storeId } },
    ];
    for (const { path, meta } of procedures) {
      const bound = boundOf(path);
      if (bound === "open" || meta.access === "upload") continue;
      const codes = async (inputs: object[]) => {
        const found = [];
        for (const input of inputs) found.push(await codeOf(path, input, as));
        return found;
      };
      const refused = [
        ...(await codes([{}, { storeId: null }, { storeId: [mine.id] }])),
        ...(await codes(named(mine.id))),
      ];
      if (!bound || !roleAllows(role, meta) || (role === "viewer" && writesOf.has(meta.access))) {
        expect([path, new Set(refused)]).toEqual([path, new Set(["InsufficientScope"])]);
        continue;
      }
      if (bound === "own") continue;
      const places = bound === "named" ? [0] : [1, 2];
      expect(refused[0]).toBe("InsufficientScope");
      for (const code of refused.slice(1, 3)) expect(["InsufficientScope", "StoreNotFound"]).toContain(code);
      for (const [n, code] of refused.slice(3).entries()) {
        const isRefused = ["InsufficientScope", "StoreNotFound", "Unauthorized"].includes(code ?? "");
        expect([path, n, code, isRefused]).toEqual([path, n, code, !places.includes(n)]);
      }
      for (const id of [other.id, other.id.toUpperCase(), randomUUID(), "x", ""]) {
        const found = await codes(named(id).filter((_, n) => places.includes(n)));
        expect([path, id, new Set(found)]).toEqual([path, id, new Set(["StoreNotFound"])]);
      }
      expect(await codeOf(path, named(mine.id)[places[0] ?? 0] ?? {}, nobody)).toBe("StoreNotFound");
    }
  },
);

const line = (barcode: string) => ({ barcode, price: 1, quantity: 5 });
await partner.inventory.patchStock({ ...mine.ids, body: [line("7001"), line("7002")] });
await partner.inventory.patchStock({ ...other.ids, body: [line("7001"), line("soho-mug")] });
const hide = async (storeId: string | undefined, barcode = "7001") => {
  const done = await partner.customizations.edit({ retailerId, storeId, barcode, body: { hidden: true } });
  const { data } = await partner.history.list({ retailerId, barcode, page: {} });
  const entry = data.find(({ after }) => after?.id === done.id && after?.version === done.version);
  return { entryId: entry?.id ?? "", operationId: entry?.operationId ?? "" };
};

test("each list leaves out the other stores", async () => {
  await partner.customizations.edit({ ...other.ids, barcode: "7001", body: { title: "Title of Soho" } });
  await partner.channels.enable({
    ...other.ids,
    body: { type: "search", parameters: { locationId: "4711471147114711" } },
  });
  const lists: Record<string, object> = {
    "alerts.news": {},
    "alerts.seeNews": { until: "2026-03-01T00:00:00Z" },
    "customizations.getForAllStores": { barcode: "7001" },
    "inventory.getProduct": { barcode: "7001" },
    "overview.setup": {},
    "overview.stores": {},
    "overview.tasks": {},
    "products.get": { barcode: "7001" },
    "staff.shop": {},
    "stores.find": {},
    "stores.list": { page: {} },
    "customizations.list": { storeId: mine.id, page: {} },
    "history.list": { storeId: mine.id, page: {} },
    "history.listOperations": { storeId: mine.id, page: {} },
    "inventory.findProducts": { filter: { storeId: mine.id } },
  };
  const own = ["events.changes", "history.revert", "operations.get", "operations.revert", "retailers.list"];
  expect(Object.keys(lists)).toEqual(expect.arrayContaining(allowed.own.filter((path) => !own.includes(path))));
  for (const [path, input] of Object.entries(lists)) {
    const seen = JSON.stringify(await call(path, input));
    for (const secret of [other.id, "Carnaby", "Soho", "soho-mug", "4711471147114711"])
      expect([path, seen]).not.toEqual([path, expect.stringContaining(secret)]);
    for (const id of [mine.id]) if (path.startsWith("stores.")) expect(seen).toContain(id);
    const none = await call(path, input, nobody).then(JSON.stringify, (error: Error) => error.message);
    expect([path, none]).not.toEqual([path, expect.stringContaining("York")]);
  }
  expect(await caller.inventory.countProducts({ ...mine.ids })).toMatchObject({ products: 2 });
  expect(await caller.inventory.getProduct({ retailerId, barcode: "7001" })).toMatchObject({
    storesTotal: 1,
    stores: [{ storeId: mine.id }],
  });
  expect(await codeOf("inventory.getProduct", { barcode: "soho-mug" })).toBe("ProductNotFound");
  expect(await codeOf("overview.setup", { storeId: other.id })).toBe("StoreNotFound");
  expect((await caller.retailers.list({ page: {} })).data).toEqual([]);
  await expect(caller.keys.list(undefined as never)).rejects.toMatchObject({ cause: { code: "InsufficientScope" } });
});

test("a manager of one store takes back edits of that store, and no others", async () => {
  const own = await hide(mine.id);
  const [foreign, all] = [await hide(other.id), await hide(undefined, "7002")];
  for (const { entryId, operationId } of [foreign, all]) {
    expect(await codeOf("history.revert", { entryId })).toBe("HistoryEntryNotFound");
    expect(await codeOf("operations.revert", { operationId })).toBe("OperationNotFound");
  }
  const bulk = async (storeId?: string) => {
    const body = { filter: { ...(storeId && { storeId }), barcodes: ["7001"] }, edit: { channels: [] } };
    const { selection } = await partner.operations.planEdit({ retailerId, body });
    const { id } = (await partner.operations.editByFilter({ retailerId, body: { ...body, selection } })) as {
      id: string;
    };
    return id;
  };
  for (const storeId of [other.id, undefined]) {
    const operationId = await bulk(storeId);
    expect(await codeOf("operations.get", { operationId })).toBe("OperationNotFound");
    expect(await codeOf("operations.revert", { operationId })).toBe("OperationNotFound");
    await partner.operations.revert({ retailerId, operationId });
  }
  const { data } = await partner.history.list({ retailerId, storeId: mine.id, operationId: own.operationId, page: {} });
  expect(data).toHaveLength(1);
  const reverted = await caller.operations.revert({ retailerId, operationId: own.operationId });
  expect(await caller.operations.get({ retailerId, operationId: reverted.id })).toMatchObject({
    kind: "revert",
    storeId: mine.id,
  });
  const again = await hide(mine.id);
  await caller.history.revert({ retailerId, entryId: again.entryId });
});

test("a manager of one store edits products there, and leaves the endpoint to others", async () => {
  const edited = await caller.customizations.edit({ ...mine.ids, barcode: "7001", body: { title: "Tea" } });
  expect(edited).toMatchObject({ storeId: mine.id, title: "Tea" });
  expect(await codeOf("customizations.edit", { barcode: "7001", body: { title: "x" } })).toBe("InsufficientScope");
  const sentBack = { storeId: mine.id, barcode: "7001", body: { title: "x", storeId: other.id } };
  expect(await codeOf("customizations.edit", sentBack)).toBe("ValidationFailed");
  const picture = async (storeId: string | undefined, shade: number) =>
    codeOf("pictures.put", { storeId, barcode: "7001", feed: pieces(pngOf(100, 100, shade)) });
  expect([await picture(undefined, 1), await picture(other.id, 2)]).toEqual(["InsufficientScope", "StoreNotFound"]);
  expect(await codeOf("pictures.add", { feed: pieces(pngOf(100, 100, 3)) })).toBe("InsufficientScope");
  expect([await picture(mine.id, 4), await ctx.db.prisma.picture.count({ where: { retailerId } })]).toEqual([
    undefined,
    1,
  ]);
  const imagesIn = async (ids: typeof mine.ids) =>
    (await partner.inventory.getItem({ ...ids, barcode: "7001" })).images.length;
  expect([await imagesIn(mine.ids), await imagesIn(other.ids)]).toEqual([1, 0]);
  const parameters = { webhookUrl: "https://93.184.216.34/", secret: canary("webhook") };
  const body = { type: "webhook", parameters };
  expect(await codeOf("channels.enable", { storeId: mine.id, body })).toBe("InsufficientScope");
  await partner.channels.enable({ ...mine.ids, body: { ...body, type: "webhooks" } });
  expect(await codeOf("channels.remove", { storeId: mine.id, type: "webhooks" })).toBe("InsufficientScope");
});
