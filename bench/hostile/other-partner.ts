/**
 * A thread of another partner. Between the messages `"begin"` and `"end"` it reads its retailer repeatedly. It also changes a price, and
 * waits for the webhook call. Then it reports the time of each.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

const { origin, retailerId, storeId, key } = workerData as Record<"origin" | "retailerId" | "storeId" | "key", string>;

async function call(method: string, path: string, body?: object): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, ...(body && { "content-type": "application/json" }) };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const answer = await fetch(`${origin}/retailers/${retailerId}${path}`, init);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`another partner's call was answered by ${answer.status}: ${text.slice(0, 300)}`);
}

/** Resolves with the webhook call that has the price. */
let awaited: { price: number; arrived: () => void } | undefined;
async function take(request: AsyncIterable<Buffer>): Promise<void> {
  const { data } = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString()) as { data: { price?: number } };
  if (data.price === awaited?.price) awaited?.arrived();
}
const receiver = createServer((request, response) => {
  void take(request).then(() => response.writeHead(204).end());
});
await once(receiver.listen(0, "127.0.0.1"), "listening");

let price = 0;
async function changePrice(): Promise<number> {
  price++;
  const arrived = new Promise<void>((resolve) => {
    awaited = { price: price / 100, arrived: resolve };
  });
  await call("PATCH", `/stores/${storeId}/inventory/stock`, [
    { barcode: "5012345678900", price: price / 100, quantity: 1 },
  ]);
  const began = performance.now();
  await arrived;
  return performance.now() - began;
}

const webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
const parameters = { webhookUrl, secret: "abcdefABCDEF0123abcdefABCDEF0123" };
await call("POST", `/stores/${storeId}/channels`, { type: "webhook", parameters });
await changePrice();

let isOver = true;
async function repeat(pauseMs: number, work: () => Promise<number>): Promise<number[]> {
  const waits: number[] = [];
  while (!isOver) {
    waits.push(await work());
    await delay(pauseMs);
  }
  return waits;
}
const timed = async (work: () => Promise<void>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};
async function measure(): Promise<void> {
  const gets = repeat(10, () => timed(() => call("GET", "")));
  parentPort?.postMessage({ deliveries: await repeat(50, changePrice), gets: await gets });
}
parentPort?.on("message", (message) => {
  isOver = message === "end";
  if (!isOver) void measure();
});
parentPort?.postMessage("ready");
