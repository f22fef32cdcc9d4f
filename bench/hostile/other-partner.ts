/** A thread that calls one URL repeatedly until a message stops it, and reports the time of each call. */
import { setTimeout as delay } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

const { url, key } = workerData as { url: string; key: string };
let isOver = false;
parentPort?.once("message", () => {
  isOver = true;
});
const waits: number[] = [];
while (!isOver) {
  const began = performance.now();
  const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`another partner's call was answered by ${answer.status}`);
  waits.push(performance.now() - began);
  await delay(10);
}
parentPort?.postMessage(waits);
