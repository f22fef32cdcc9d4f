import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { CUSTOMIZATIONS } from "./world.ts";

export interface Streamed {
  /** Milliseconds until the first byte of the body. */
  firstByte: number;
  megabytesPerSecond: number;
  /** The largest growth of the process in MB during the answer; NaN without /proc. */
  growth: number;
  digest: string;
}

/** Memory of the process in MB: now, or (`Hwm`) the maximum since `forgetPeak`. */
function memory(pid: number, what: "VmRSS" | "VmHWM"): number {
  try {
    return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024;
  } catch {
    return Number.NaN;
  }
}

function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, "5");
  } catch {
    // Without /proc, `memory` returns NaN.
  }
}

interface Body {
  chunks: Buffer[];
  firstByte: number;
  ms: number;
}

function read(url: string, headers: Record<string, string>): Promise<Body> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    get(url, { headers, agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} was answered by ${response.statusCode}`));
      const chunks: Buffer[] = [];
      let firstByte = Number.NaN;
      response.on("data", (chunk: Buffer) => {
        if (!chunks.length) firstByte = performance.now() - began;
        chunks.push(chunk);
      });
      response.on("end", () => resolve({ chunks, firstByte, ms: performance.now() - began }));
      response.on("error", reject);
    }).on("error", reject);
  });
}

/**
 * Reads all customizations once.
 * @throws if some are missing or out of order
 */
export async function stream(url: string, headers: Record<string, string>, pid: number): Promise<Streamed> {
  await delay(500);
  forgetPeak(pid);
  const before = memory(pid, "VmRSS");
  const { chunks, firstByte, ms } = await read(url, headers);
  const growth = memory(pid, "VmHWM") - before;
  const bytes = Buffer.concat(chunks);
  const list: { id: string }[] = JSON.parse(bytes.toString("utf8"));
  const isOrdered = list.every(({ id }, n) => n === 0 || id > (list[n - 1]?.id ?? ""));
  if (list.length !== CUSTOMIZATIONS || !isOrdered) throw new Error(`${url} gave ${list.length} customizations`);
  const digest = createHash("sha256").update(bytes).digest("hex");
  return { firstByte, megabytesPerSecond: bytes.length / 1e6 / (ms / 1_000), growth, digest };
}
