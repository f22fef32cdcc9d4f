import { mkdtempSync, readdirSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { feedSpace } from "../../../core/feeds/index.ts";
import { LocationFiles, sweepLocationFiles } from "./location-files.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sweep-"));
  vi.stubEnv("TMPDIR", folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

test("a start removes the files of killed workers, and leaves those of running ones and of others", async () => {
  // No process has this id, and the first process of the machine runs always.
  const [dead, running] = ["highstreet-connection-4194305-a", "highstreet-connection-1-a"];
  for (const name of [
    dead,
    "highstreet-connection-XyZ",
    `highstreet-connection-${process.pid}-a`,
    running,
    "another",
  ]) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, "store"), "{}");
  }
  await sweepLocationFiles();
  expect(readdirSync(folder).toSorted()).toEqual(["another", running]);
});

test("the lines of a pull use the space of its partner's feeds, and give it back", async () => {
  const line = "a".repeat(100_000);
  const open = async () => {
    const files = await LocationFiles.open("partner");
    try {
      await files.add("store", line);
    } finally {
      await files.close();
    }
  };
  const space = await feedSpace("partner");
  await space.grow(2 ** 30 - 250_000);
  for (let n = 0; n < 5; n++) await open();
  await space.grow(200_000);
  await expect(open()).rejects.toMatchObject({ code: "RateLimited" });
  space.leave();
  expect(readdirSync(folder)).toEqual([]);
});
