import { createCipheriv, randomBytes } from "node:crypto";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { saveAlertWebhook } from "../features/alerts/save-alert-webhook.ts";
import { enableChannel } from "../features/channels/change-channel.ts";
import { createEndpoint } from "../features/endpoints/save-endpoint.ts";
import { saveConnection } from "../features/pulls/save-connection.ts";
import { connectSource } from "../features/sources/connect-source.ts";
import { connectRetailerSource } from "../features/sources/retailer-source.ts";
import type { Place } from "../kernel/context.ts";
import { checkKeyRing, reseal, writeKeyCanary } from "./sealed-values.ts";
import { createVault, type KeyRing, sealedColumns } from "./vault.ts";

const newKey = () => randomBytes(32).toString("base64");
const [oldKey, key] = [newKey(), newKey()];
const retailerId = "0199a000-0000-7000-8000-00000000000a";
const place: Place = ["channel", retailerId, "0199a000-0000-7000-8000-00000000000b", "webhooks"];

/** Seals a value in the first format, which names neither key nor place: nonce, tag, ciphertext. */
function sealUnnamed(by: string, secret: string): Uint8Array {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(by, "base64"), nonce);
  const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

describe("a sealed value", () => {
  test("is decrypted by every ring with its key", () => {
    const sealed = createVault(oldKey).seal("a secret", place);
    for (const ring of [oldKey, `${oldKey},${key}`, `${key}, ${oldKey}`]) {
      expect(createVault(ring).open(sealed, place)).toBe("a secret");
    }
    expect(() => createVault(key).open(sealed, place)).toThrow("HIGHSTREET_SECRET_KEY lacks");
  });

  test("is decrypted only in its own table and row", () => {
    const vault = createVault(key);
    const sealed = vault.seal("a secret", place);
    const [, , storeId] = place;
    const others: Place[] = [
      ["channel", retailerId, retailerId, "webhooks"],
      ["channel", retailerId, storeId, "search"],
      ["inventory_source", retailerId, storeId],
      ["idempotency_key", retailerId, storeId],
    ];
    for (const other of others) expect(() => vault.open(sealed, other)).toThrow();
    expect(vault.open(sealed, ["channel", retailerId.toUpperCase(), storeId, "webhooks"])).toBe("a secret");
  });

  test("in the first format is decrypted by any key of the ring", () => {
    expect(createVault(`${key},${oldKey}`).open(sealUnnamed(oldKey, "a secret"), place)).toBe("a secret");
  });

  test("with one changed byte is not decrypted", () => {
    const vault = createVault(key);
    const sealed = vault.seal("x", place);
    for (let n = 0; n < sealed.length; n++) {
      const changed = Uint8Array.from(sealed, (byte, at) => (at === n ? byte ^ 1 : byte));
      expect(() => vault.open(changed, place)).toThrow();
    }
  });

  test.each(["", "short", `${newKey()},`, `${newKey()},c2hvcnQ=`])("%j is not a valid ring", (ring) => {
    expect(() => createVault(ring)).toThrow("32 bytes in base64, or several of them separated by commas");
  });
});

describe("with a database", () => {
  let t: TestContext;
  beforeAll(async () => {
    t = await createTestContext();
  });
  afterAll(() => t.close());

  /** One value in each table. More rows than a batch would test nothing new, because later batches use the same statement. */
  async function fill(vault: KeyRing): Promise<void> {
    const ctx = { ...t.ctx, vault };
    const store = await t.store((await t.retailer()).id);
    const { storeId } = store.ids;
    const parameters = { webhookUrl: "https://x.invalid/", secret: canary("webhook"), enhancedProductData: false };
    await enableChannel(ctx, { ...store.ids, body: { type: "webhooks", parameters } });
    await connectSource(ctx, {
      ...store.ids,
      body: {
        provider: "http-pull",
        parameters: { url: "https://1.1.1.1/a.csv", authorization: "Basic x", intervalMinutes: 60 },
      },
    });
    await connectRetailerSource(ctx, {
      retailerId: store.ids.retailerId,
      body: {
        provider: "http-pull",
        parameters: { url: "https://1.1.1.1/all.csv", authorization: "Basic y", intervalMinutes: 60 },
      },
    });
    await saveAlertWebhook(ctx, { retailerId: store.ids.retailerId, url: "https://1.1.1.1/" });
    await saveConnection(ctx, {
      ...{ retailerId: store.ids.retailerId, body: { connector: "square", credential: { accessToken: "EAAA" } } },
    });
    await createEndpoint(ctx, {
      retailerId: store.ids.retailerId,
      body: { url: "https://1.1.1.1/" },
    });
    const answer = vault.seal("{}", ["idempotency_key", t.partner.partnerId, storeId]);
    await t.ctx.db.prisma.idempotencyKey.create({
      data: {
        ...{ partnerId: t.partner.partnerId, key: storeId, fingerprint: Buffer.of(1) },
        ...{ answer, expiresAt: new Date() },
      },
    });
  }

  /** Table, place and bytes of every value. */
  async function values(): Promise<{ place: Place; sealed: Buffer }[]> {
    const found: { place: Place; sealed: Buffer }[] = [];
    for (const [table, { column, key }] of Object.entries(sealedColumns)) {
      const rows = await t.ctx.db.query<Record<string, string> & { sealed: Buffer }>(
        `SELECT ${Object.keys(key)
          .map((name) => `${name}::text`)
          .join(", ")}, "${column}" AS sealed FROM ${table} WHERE octet_length("${column}") > 0
         AND ${Object.keys(key)[0]} IS NOT NULL`,
      );
      for (const { sealed, ...row } of rows) {
        found.push({ place: [table, ...Object.values(row)] as unknown as Place, sealed: sealed as unknown as Buffer });
      }
    }
    return found;
  }

  test("resealing leaves no value that needs the old key, and all values stay readable", async () => {
    await writeKeyCanary(t.ctx.db, createVault(oldKey));
    await fill(createVault(oldKey));
    await fill(createVault(key));
    const before = await values();
    const ring = createVault(`${key},${oldKey}`);
    const opened = before.map(({ place, sealed }) => ring.open(sealed, place));
    await expect(checkKeyRing(t.ctx.db, createVault(key))).rejects.toThrow(
      "does not open the secrets in this database",
    );
    await checkKeyRing(t.ctx.db, ring);

    expect(await reseal(t.ctx.db, ring)).toEqual({
      key_canary: 1,
      channel: 1,
      inventory_source: 1,
      retailer_source: 1,
      connection: 1,
      alert_webhook: 1,
      webhook_endpoint: 1,
      idempotency_key: 1,
    });

    const only = createVault(key);
    await checkKeyRing(t.ctx.db, only);
    const reopened = (await values()).map(({ place, sealed }) => only.open(sealed, place));
    expect(reopened.toSorted()).toEqual(opened.toSorted());
    expect(await reseal(t.ctx.db, ring)).toEqual({
      key_canary: 0,
      channel: 0,
      inventory_source: 0,
      retailer_source: 0,
      connection: 0,
      alert_webhook: 0,
      webhook_endpoint: 0,
      idempotency_key: 0,
    });
  });

  test("values in the first format are resealed, too", async () => {
    const ring = createVault(`${key},${oldKey}`);
    await t.ctx.db.query("UPDATE idempotency_key SET answer = $1", [sealUnnamed(oldKey, "{}")]);
    await checkKeyRing(t.ctx.db, ring);
    await expect(checkKeyRing(t.ctx.db, createVault(key))).rejects.toThrow("HIGHSTREET_SECRET_KEY does not open");
    expect(await reseal(t.ctx.db, ring)).toMatchObject({ idempotency_key: 2 });
    await checkKeyRing(t.ctx.db, createVault(key));
  });

  test("resealing with a missing key names that key, and a claim without an answer stays", async () => {
    const stranger = createVault(newKey());
    await expect(reseal(t.ctx.db, stranger)).rejects.toThrow("HIGHSTREET_SECRET_KEY lacks");
    await t.ctx.db.query("UPDATE idempotency_key SET answer = ''");
    await checkKeyRing(t.ctx.db, createVault(key));
  });

  test("every bytea column is listed as sealed or as not sealed", async () => {
    const plain = [
      ...["api_key.digest", "held_feed.bytes", "idempotency_key.fingerprint", "ingest.digest"],
      ...[
        "upload_key.digest",
        "staff_invitation.digest",
        "staff_reset_link.digest",
        "stock_file.digest",
        "picture.bytes",
        "picture.digest",
      ],
    ];
    const sealed = Object.entries(sealedColumns).map(([table, { column }]) => `${table}.${column}`);
    const columns = await t.ctx.db.query<{ name: string }>(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
       WHERE table_schema = current_schema() AND data_type = 'bytea'`,
    );
    expect(columns.map(({ name }) => name).toSorted()).toEqual([...plain, ...sealed].toSorted());
  });
});
