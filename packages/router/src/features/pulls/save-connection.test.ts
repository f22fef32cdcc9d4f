import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import { saveConnection } from "./save-connection.ts";

const t = await createTestContext();
afterAll(() => t.close());
const { id: retailerId } = await t.retailer();
const body = { connector: "square", credential: { accessToken: "EAAA-first" } };

test("a saved connection waits for its first pull, and no answer, row or history shows its secret", async () => {
  const saved = await saveConnection(t.ctx, { retailerId, body });
  expect(saved).toMatchObject({
    ...{ connector: "square", label: "Square", status: "pending", parameters: {}, warnings: [], locations: [] },
    ...{ pulledAt: null, nextPullAt: t.ctx.now().toISOString(), version: 1 },
  });
  const [row] = await t.ctx.db.prisma.connection.findMany({ where: { retailerId } });
  const { data } = await createCaller(t.ctx).history.list({ retailerId, page: { size: 10 } });
  expect(data[0]).toMatchObject({ action: "connection.save", target: { type: "connection", id: "square" } });
  const { credential = new Uint8Array(), ...shown } = row ?? {};
  expect(JSON.stringify([saved, shown, data, Buffer.from(credential).toString("utf8")])).not.toContain("EAAA");
  expect(t.ctx.vault.open(credential, ["connection", retailerId, "square"])).toContain("EAAA-first");
});

test("saving again replaces the credential of the version that the caller has read", async () => {
  const next = { ...body, credential: { accessToken: "EAAA-second" } };
  const stale = { ...t.ctx, ifMatch: new Set([7]) };
  await expect(saveConnection(stale, { retailerId, body: next })).rejects.toMatchObject({ code: "PreconditionFailed" });
  const saved = await saveConnection({ ...t.ctx, ifMatch: new Set([1]) }, { retailerId, body: next });
  expect(saved.version).toBe(2);
});

test("each shop system names the fields of its credential, and which of them are secret", async () => {
  expect(await createCaller(t.ctx).connections.systems({})).toContainEqual({
    ...{ connector: "shopify", label: "Shopify" },
    fields: [
      { name: "shop", isSecret: false },
      { name: "accessToken", isSecret: true },
      { name: "clientId", isSecret: false },
      { name: "clientSecret", isSecret: true },
    ],
  });
});

test("an unknown shop system and a credential without its members are refused with their names", async () => {
  const save = (given: unknown) => createCaller(t.ctx).connections.save({ retailerId, body: given as typeof body });
  const refused = (pointer: string) => ({ cause: { code: "ValidationFailed", members: { errors: [{ pointer }] } } });
  await expect(save({ ...body, connector: "abacus" })).rejects.toMatchObject(refused("/connector"));
  await expect(save({ ...body, credential: {} })).rejects.toMatchObject(refused("/credential/accessToken"));
});
