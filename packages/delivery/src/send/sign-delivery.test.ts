import { createHmac } from "node:crypto";
import { expect, it } from "vitest";
import { signDelivery } from "./sign-delivery.ts";

const delivery = {
  storeId: "0198c3a0-0000-7000-8000-000000000001",
  sequence: 42,
  body: '{"action":"inventory.update","data":{"price":44.90,"title":"Café"}}',
  at: new Date("2026-03-02T09:00:00.900Z"),
};

it("signs the raw bytes of the body, in lower-case hex", () => {
  const headers = signDelivery(delivery, ["abcdefABCDEF0123"]);
  const bytes = Buffer.from(delivery.body, "utf8");
  expect(headers["x-webhook-signature"]).toBe(createHmac("sha256", "abcdefABCDEF0123").update(bytes).digest("hex"));
  expect(headers["x-webhook-signature"]).toMatch(/^[0-9a-f]{64}$/);
  expect(headers["x-webhook-sequence"]).toBe("42");
});

it("signs as Standard Webhooks does, with the same id on every retry", () => {
  const first = signDelivery(delivery, ["abcdefABCDEF0123"]);
  const retry = signDelivery({ ...delivery, at: new Date("2026-03-02T09:00:31Z") }, ["abcdefABCDEF0123"]);
  expect(first["webhook-timestamp"]).toBe("1772442000");
  const signed = `${first["webhook-id"]}.1772442000.${delivery.body}`;
  expect(first["webhook-signature"]).toBe(
    `v1,${createHmac("sha256", "abcdefABCDEF0123").update(signed).digest("base64")}`,
  );
  expect(retry["webhook-id"]).toBe(first["webhook-id"]);
  expect(retry["webhook-signature"]).not.toBe(first["webhook-signature"]);
  expect(retry["x-webhook-signature"]).toBe(first["x-webhook-signature"]);
});
