import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startScratch } from "./scratch.ts";

const processes = () => execFileSync("ps", ["-eo", "args"], { encoding: "utf8" });

it("has ended its guard after a stop, so that the next database of the process keeps its folder", async () => {
  const scratch = await startScratch();
  const folder = join(import.meta.dirname, "../../../.data/scratch", String(process.pid));
  expect(processes()).toContain(folder);
  await scratch.stop();
  expect(processes()).not.toContain(folder);
});
