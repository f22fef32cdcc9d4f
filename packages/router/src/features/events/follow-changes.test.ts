import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ChangeNotice, changeTopics } from "../../kernel/changes.schema.ts";
import type { Actor, Context } from "../../kernel/context.ts";
import { createCaller } from "../../router.ts";
import { createStaffMember } from "../staff/index.ts";

let t: TestContext;
let retailerId: string;
let ids: { retailerId: string; storeId: string };
beforeAll(async () => {
  t = await createTestContext();
  ({ id: retailerId } = await t.retailer());
  ({ ids } = await t.store(retailerId));
});
afterAll(() => t.close());

/** The stream of `events.changes`, with its notices so far. */
async function follow(ctx: Context, lastEventId?: string) {
  const leaving = new AbortController();
  const got: [id: string, notice: ChangeNotice][] = [];
  const stream = await createCaller(ctx, { signal: leaving.signal }).events.changes({ retailerId, lastEventId });
  const ended = (async () => {
    // A caller in this process gets the envelopes of `tracked`, unlike the type.
    for await (const [id, notice] of stream as unknown as AsyncIterable<[string, ChangeNotice]>) got.push([id, notice]);
  })();
  ended.catch(() => undefined);
  const leave = async () => {
    leaving.abort();
    await ended;
  };
  return { got, ended, leave };
}

async function newViewer(name: string): Promise<Context & { userId: string }> {
  const email = `${name}@shop.example`;
  const member = { name, email, password: canary("password"), role: "viewer" } as const;
  await createStaffMember(t.asSystem(), { retailerId, ...member });
  const { id: userId } = await t.ctx.db.prisma.user.findUniqueOrThrow({ where: { email } });
  const readActor = async (): Promise<Actor> => {
    const rows = await t.ctx.db.prisma.staffMember.findMany({ where: { retailerId, userId } });
    return { kind: "staff", userId, name, roles: new Map(rows.map(({ role }) => [retailerId, role])) };
  };
  return { ...t.as(await readActor()), readActor, userId };
}

test("a change by a key of the API reaches a viewer of the shop", async () => {
  const { got, leave } = await follow(await newViewer("val"));
  await expect.poll(() => got.length).toBeGreaterThan(0);
  const body = [{ barcode: "7001", price: 2, quantity: 3 }];
  await createCaller(t.asKey()).inventory.patchStock({ ...ids, body });
  await expect.poll(() => got.flatMap(([, { storeId, topics }]) => (storeId ? topics : []))).toContain("stock");
  await leave();
});

test("a stream continues after the id of its last notice", async () => {
  const viewer = await newViewer("vic");
  const first = await follow(viewer);
  await expect.poll(() => first.got.length).toBeGreaterThan(0);
  await first.leave();
  const body = [{ barcode: "7002", price: 2, quantity: 3 }];
  await createCaller(t.asKey()).inventory.patchStock({ ...ids, body });
  const second = await follow(viewer, first.got.at(-1)?.[0]);
  await expect.poll(() => second.got.length).toBeGreaterThan(0);
  await second.leave();
  expect(second.got.map(([, notice]) => notice)).toContainEqual({ storeId: ids.storeId, topics: ["stock"] });
  expect(second.got.map(([, { topics }]) => topics.length)).not.toContain(changeTopics.length);
});

test("the stream of a removed member ends with the reason", async () => {
  const viewer = await newViewer("vera");
  const { got, ended } = await follow(viewer);
  await expect.poll(() => got.length).toBeGreaterThan(0);
  await createCaller(t.asSystem()).staff.remove({ retailerId, userId: viewer.userId });
  await expect(ended).rejects.toMatchObject({ code: "NOT_FOUND", cause: { code: "RetailerNotFound" } });
});

test("a caller cannot follow a shop of another partner, without the right to read, or without signing in", async () => {
  const stranger = await t.newPartner("Another");
  await expect(follow(t.asKey({ partnerId: stranger.partnerId }))).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(follow(t.as(null))).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  await expect(follow(t.asKey({ scopes: new Set(["inventory:read"]) }))).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("a person with too many streams is refused with a clear sentence", async () => {
  const viewer = await newViewer("vlad");
  const open = await Promise.all(Array.from({ length: 10 }, () => follow(viewer)));
  await expect.poll(() => open.every(({ got }) => got.length > 0)).toBe(true);
  const { ended } = await follow(viewer);
  await expect(ended).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS", message: /^You have 10 live connections/ });
  await Promise.all(open.map(({ leave }) => leave()));
});
