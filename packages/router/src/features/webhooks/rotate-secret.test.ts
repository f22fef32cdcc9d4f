import { validSecrets } from "@highstreet/delivery";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCaller } from "../../router.ts";
import { openSecrets } from "./internal/signing-secrets.ts";

const [OLD, NEW, NEWER] = ["oldSecret0000", "newSecret0000", "newerSecret00"] as const;
const URL = "https://shop.invalid/hook";
const DAY = 24 * 3_600_000;

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

const api = () => createCaller(test.ctx);
type Ids = { retailerId: string; storeId: string };
const enable = (ids: Ids, secret: string, webhookUrl = URL) =>
  api().channels.enable({ ...ids, body: { type: "webhook", parameters: { webhookUrl, secret } } });
const rotate = (ids: Ids, body: { secret: string; immediate?: boolean }) =>
  api().webhooks.rotateSecret({ ...ids, body });

async function enabledStore(): Promise<Ids> {
  const { id } = await test.retailer();
  const { ids } = await test.store(id);
  await enable(ids, OLD);
  return ids;
}

async function row<Row>(table: string, ids: Ids): Promise<Row> {
  const sql = `SELECT * FROM ${table} WHERE retailer_id = $1 AND store_id = $2 ORDER BY 3 DESC LIMIT 1`;
  const [found] = await test.ctx.db.query<Row>(sql, [ids.retailerId, ids.storeId]);
  if (!found) throw new Error(`no row in ${table}`);
  return found;
}

/** What a call is signed with now. */
async function signers(ids: Ids): Promise<string[]> {
  const { secret } = await row<{ secret: Uint8Array }>("channel", ids);
  return validSecrets(openSecrets(test.ctx.vault, ids, secret), test.ctx.now());
}

describe("a new secret", () => {
  it("signs together with the previous secret for 24 hours, and then alone", async () => {
    const ids = await enabledStore();
    const channel = await rotate(ids, { secret: NEW });
    expect(channel).toMatchObject({ id: "webhooks", previousSecretUntil: "2026-03-03T09:00:00.000Z" });
    expect(JSON.stringify([channel, await api().channels.list(ids)])).not.toMatch(new RegExp(`${OLD}|${NEW}`));
    expect(await signers(ids)).toEqual([OLD, NEW]);
    test.advance(DAY - 1);
    expect(await signers(ids)).toEqual([OLD, NEW]);
    test.advance(1);
    expect(await signers(ids)).toEqual([NEW]);
    test.setNow("2026-03-02T09:00:00.000Z");
  });

  it("does the same after the same URL is enabled again. With another URL it signs alone", async () => {
    const ids = await enabledStore();
    expect((await enable(ids, NEW)).channel).toMatchObject({ previousSecretUntil: "2026-03-03T09:00:00.000Z" });
    expect(await signers(ids)).toEqual([OLD, NEW]);
    await enable(ids, NEW);
    expect(await signers(ids)).toEqual([OLD, NEW]);
    expect((await enable(ids, NEWER, "https://other.invalid/")).channel).toMatchObject({ previousSecretUntil: null });
    expect(await signers(ids)).toEqual([NEWER]);
  });

  it("ends the previous secret at once if the call asks for it", async () => {
    const ids = await enabledStore();
    await rotate(ids, { secret: NEW });
    expect(await rotate(ids, { secret: NEW, immediate: true })).toMatchObject({ previousSecretUntil: null });
    expect(await signers(ids)).toEqual([NEW]);
  });

  it("ends the lease of the sending worker and starts a new endpoint, once per secret", async () => {
    const ids = await enabledStore();
    type Cursor = { lease_epoch: number; ping_sequence: number; endpoint: number; cursor: number };
    const before = await row<Cursor>("delivery_cursor", ids);
    await rotate(ids, { secret: NEW });
    const after = await row<Cursor>("delivery_cursor", ids);
    expect(after).toMatchObject({ ping_sequence: before.ping_sequence, cursor: before.cursor });
    expect([after.lease_epoch - before.lease_epoch, after.endpoint - before.endpoint]).toEqual([1, 1]);
    await rotate(ids, { secret: NEW });
    expect(await row<Cursor>("delivery_cursor", ids)).toEqual(after);
  });

  it("has a history entry, and no event", async () => {
    const ids = await enabledStore();
    const events = (await api().events.list(ids)).data.length;
    await rotate(ids, { secret: NEW, immediate: true });
    expect((await api().events.list(ids)).data).toHaveLength(events);
    const [entry] = (await api().history.list({ retailerId: ids.retailerId, page: { size: 1 } })).data;
    expect(entry).toMatchObject({ action: "channel.rotate", target: { type: "channel", id: "webhooks" } });
    expect(JSON.stringify(entry)).not.toMatch(new RegExp(`${OLD}|${NEW}`));
  });

  it("is refused without a channel, and if it is no valid secret", async () => {
    const { id } = await test.retailer();
    const { ids } = await test.store(id);
    await expect(rotate(ids, { secret: NEW })).rejects.toMatchObject({ cause: { code: "ChannelNotEnabled" } });
    const known = await enabledStore();
    for (const secret of ["short", "with-a-dash-1234", "x".repeat(65)]) {
      await expect(rotate(known, { secret })).rejects.toMatchObject({ cause: { code: "ValidationFailed" } });
    }
  });
});
