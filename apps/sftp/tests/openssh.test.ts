import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startGateway } from "./start-gateway.ts";

const hasClient = (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, "sftp")));
if (!hasClient) console.warn("The OpenSSH client is not tested: this machine has no sftp command.");

describe.runIf(hasClient)("with the OpenSSH client", () => {
  let world: Awaited<ReturnType<typeof startGateway>>;
  let folder: string;
  beforeAll(async () => {
    world = await startGateway();
    folder = await mkdtemp(join(tmpdir(), "highstreet-till-"));
    await writeFile(join(folder, "askpass"), '#!/bin/sh\nprintf "%s\\n" "$TILL_KEY"\n', { mode: 0o700 });
    await writeFile(join(folder, "stock.csv"), "barcode,price,quantity\n5000000000017,1.50,3\n");
    await writeFile(join(folder, "broken.csv"), "what,is,this\n1,2,3\n");
  });
  afterAll(async () => {
    await world.close();
    await rm(folder, { recursive: true });
  });

  /** Runs commands of sftp. @returns the exit code and the output */
  async function run(key: string, commands: string[]): Promise<{ code: number; output: string }> {
    const batch = join(folder, "batch");
    await writeFile(batch, `${commands.join("\n")}\n`);
    const options = [
      ...["BatchMode=no", "StrictHostKeyChecking=accept-new", `UserKnownHostsFile=${join(folder, "known_hosts")}`],
      ...["PreferredAuthentications=password", "NumberOfPasswordPrompts=1", "LogLevel=ERROR"],
    ];
    const args = ["-F", "none", ...options.flatMap((option) => ["-o", option]), "-P", String(world.port), "-b", batch];
    const askpass = { SSH_ASKPASS: join(folder, "askpass"), SSH_ASKPASS_REQUIRE: "force", TILL_KEY: key };
    const env = { PATH: process.env.PATH, HOME: folder, ...askpass };
    return new Promise((resolve) => {
      execFile("sftp", [...args, "store@127.0.0.1"], { cwd: folder, env }, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
      );
    });
  }

  test("a batch uploads a file with its times, lists it and reads its result", async () => {
    const store = await world.newStore();
    const { code, output } = await run(store.key, ["put -p stock.csv", "ls -l", "get stock.csv.result.json"]);
    expect([code, output]).toEqual([0, expect.stringContaining("stock.csv.result.json")]);
    expect(await store.shelf()).toEqual([["5000000000017", 3]]);
    const result = JSON.parse(await readFile(join(folder, "stock.csv.result.json"), "utf8"));
    expect([result]).toEqual(await store.ingests());
  });

  test("a refused file, a wrong password and a removal end the batch with an error", async () => {
    const store = await world.newStore();
    expect(await run(store.key, ["put broken.csv"])).toMatchObject({ code: 1 });
    expect(await run(`${store.key}0`, ["put stock.csv"])).toMatchObject({ code: 255 });
    expect(await run(store.key, ["put stock.csv", "rm stock.csv"])).toMatchObject({ code: 1 });
    expect(await store.shelf()).toEqual([["5000000000017", 3]]);
  });
});
