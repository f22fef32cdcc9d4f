import { createHmac } from "node:crypto";
import { inboxSecrets } from "@highstreet/router";
import { canary } from "@highstreet/telemetry/testing";
import { expect, test } from "vitest";
import { emptyInbox, inboxOf, receive } from "./inbox-store.ts";
import { readCall } from "./read-call.ts";

const secret = canary("webhook");
const at = new Date("2026-03-02T09:00:00Z");

function call(sequence: number, status: string, signature?: string) {
  const data = { barcode: "85123A", status, price: 2.55, currency: "GBP" };
  const raw = Buffer.from(JSON.stringify({ action: "inventory.update", data }));
  const right = createHmac("sha256", secret).update(raw).digest("hex");
  const headers = new Headers({ "x-webhook-signature": signature ?? right, "x-webhook-sequence": String(sequence) });
  return readCall(raw, headers, [secret], at);
}

test("a signature is right only for the raw body, at any length", () => {
  expect(call(1, "in_stock").verified).toBe(true);
  for (const wrong of ["", "00", "0".repeat(64), "\u00e9".repeat(64)]) {
    expect(call(1, "in_stock", wrong).verified).toBe(false);
  }
  expect(readCall(Buffer.from("{}"), new Headers(), [secret], at).verified).toBe(false);
});

test("a new first key in the ring leaves calls with the old key's secret right, until the old key is removed", () => {
  const body = Buffer.from("{}");
  const [old] = inboxSecrets("old", "store");
  const signature = createHmac("sha256", old).update(body).digest("hex");
  const read = (ring: string) =>
    readCall(body, new Headers({ "x-webhook-signature": signature }), inboxSecrets(ring, "store"), at).verified;
  expect(read("new, old")).toBe(true);
  expect(read("new")).toBe(false);
});

test("a body of another sender is kept unchanged", () => {
  for (const body of ["", "{", "[]", '{"action":5}', '{"action":"inventory.update","data":{"price":"1"}}']) {
    expect(readCall(Buffer.from(body), new Headers(), [secret], at)).toMatchObject({
      action: null,
      status: null,
      body,
    });
  }
});

test("a currency without a price format is left out", () => {
  for (const currency of ["x", "gbp", "GBPS", "GBP\n", ""]) {
    const body = JSON.stringify({ action: "x", data: { price: 1, currency } });
    expect(readCall(Buffer.from(body), new Headers(), [secret], at)).toMatchObject({
      action: "x",
      price: 1,
      currency: null,
    });
  }
  expect(call(1, "in_stock").currency).toBe("GBP");
});

test("1 KiB of a call with a wrong signature is kept, and all of a call with a right one", () => {
  const body = JSON.stringify({ action: "x".repeat(5_000), data: {} });
  const right = createHmac("sha256", secret).update(body).digest("hex");
  const read = (signature: string) =>
    readCall(Buffer.from(body), new Headers({ "x-webhook-signature": signature }), [secret], at);
  expect(read(right)).toMatchObject({ verified: true, body });
  for (const wrong of ["", "0".repeat(64)]) {
    expect(read(wrong)).toMatchObject({ verified: false, action: null, body: body.slice(0, 1024) });
  }
});

test("the picture shows the highest sequence with a right signature, in any order of arrival", () => {
  const store = "picture";
  receive(store, call(2, "out_of_stock"));
  receive(store, call(1, "in_stock"));
  receive(store, call(3, "low_stock", "0".repeat(64)));
  const { picture, received, wrong, calls } = inboxOf(store);
  expect([...picture.values()]).toMatchObject([{ barcode: "85123A", status: "out_of_stock", sequence: 2 }]);
  expect({ received, wrong }).toEqual({ received: 3, wrong: 1 });
  expect(calls.map(({ number }) => number)).toEqual([3, 2, 1]);
});

test("the last 500 calls of the last 100 stores are kept, and an inbox can be emptied", () => {
  for (let n = 1; n <= 600; n++) receive("busy", call(n, "in_stock"));
  expect(inboxOf("busy").calls).toHaveLength(500);
  expect(inboxOf("busy").received).toBe(600);
  for (let n = 0; n < 100; n++) receive(`store ${n}`, call(1, "in_stock"));
  expect(inboxOf("busy").received).toBe(0);
  emptyInbox("store 99");
  expect(inboxOf("store 99").calls).toEqual([]);
});
