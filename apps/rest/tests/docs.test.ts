import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { startRest } from "./start-rest.ts";

const docs = join(import.meta.dirname, "../../../docs");
const rest = await startRest({}, { settings: { allowLocalWebhooks: true } });
const port = await rest.listen();
const scratch = mkdtempSync(join(tmpdir(), "highstreet-docs-"));
afterAll(async () => {
  rmSync(scratch, { recursive: true, force: true });
  await rest.close();
});

/** The shell blocks of a page, in order, with the address and the key of this test. */
function blocks(page: string): string[] {
  const text = readFileSync(join(docs, page), "utf8");
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = ""]) =>
    block
      .replace("API=http://localhost:4000/v1\n", `API=http://127.0.0.1:${port}/v1\n`)
      .replace(/^KEY=hs_….*\n/m, `KEY=${rest.t.partner.key.key}\n`),
  );
}

/**
 * Runs blocks in one shell and stops at the first line that fails. Without `--norc`, some shells read the settings of the machine, because
 * their input is a socket. Returns the last line of each block.
 */
async function run(...all: string[]): Promise<string[]> {
  const script = all.flatMap((block) => [block, 'echo; echo "--"']).join("\n");
  const { stdout, stderr } = await promisify(execFile)("bash", ["--norc", "-euo", "pipefail", "-c", script], {
    cwd: scratch,
  });
  expect(stderr.replace(/^ *% Total[\s\S]*/m, "")).toBe("");
  return stdout.split("\n--\n").map((output) => output.trim().split("\n").at(-1) ?? "");
}

const hasTools = ["bash", "curl", "node"].every((tool) => spawnSync(tool, ["--version"]).status === 0);

test.skipIf(!hasTools)("the blocks of the first steps run in order, in one shell", async () => {
  const outputs = await run(...blocks("getting-started.md"));
  const [catalogue, , items, channel, patched, edited] = outputs.map((line) => JSON.parse(line || "null"));
  expect(catalogue).toMatchObject([{ id: "search" }, { id: "local_ads" }, { id: "webhooks" }]);
  expect(items.data).toMatchObject([{ status: "in_stock" }, { status: "low_stock" }]);
  expect(channel).toMatchObject({ id: "webhooks", status: "pending" });
  expect(patched).toMatchObject({ status: "applied", changedItems: 1 });
  expect(edited).toMatchObject({ hidden: true });
});

test.skipIf(!hasTools)("the blocks of “Stock in” run after blocks 1 and 2 of the first steps", async () => {
  const outputs = await run(...blocks("getting-started.md").slice(0, 2), ...blocks("stock-in.md"));
  expect(outputs[2]).toMatch(/^hsu_/);
  expect(JSON.parse(outputs[3] ?? "")).toMatchObject({ status: "applied", validLines: 1 });
  expect(JSON.parse(outputs[4] ?? "")).toMatchObject({ provider: { id: "http-pull" }, status: expect.any(String) });
});
