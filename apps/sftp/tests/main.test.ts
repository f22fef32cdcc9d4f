import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { childEnv } from "@highstreet/db/testing";
import { createCaller } from "@highstreet/router";
import { createTestContext } from "@highstreet/router/testing";
import { Client, type SFTPWrapper } from "ssh2";
import { afterAll, expect, test } from "vitest";
import release from "../../../package.json" with { type: "json" };

const t = await createTestContext();
afterAll(() => t.close());
const settings = {
  DATABASE_URL: t.databaseUrl,
  HIGHSTREET_SECRET_KEY: randomBytes(32).toString("base64"),
  HIGHSTREET_SFTP_PORT: "0",
  HIGHSTREET_METRICS_PORT: "0",
  HIGHSTREET_DRAIN_DELAY_SECONDS: "0",
};

function start(env: Record<string, string>) {
  const main = new URL("../src/main.ts", import.meta.url);
  const child = fork(main, { env: { ...childEnv, ...env }, execArgv: [], silent: true });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ready = once(child, "message") as Promise<[{ port: number; metricsPort: number }]>;
  return { child, output: () => output, ended: once(child, "close"), ready };
}

const { ids } = await t.store((await t.retailer()).id);

/** A till with a new key. */
async function till(port: number): Promise<{ client: Client; sftp: SFTPWrapper; closed: Promise<void> }> {
  const body = { provider: "csv-upload", parameters: {} };
  const { nextSteps } = await createCaller(t.ctx).inventory.connect({ ...ids, body });
  const client = new Client().on("error", () => undefined);
  client.connect({ host: "127.0.0.1", port, username: "store", password: nextSteps.uploadKey });
  await once(client, "ready");
  const closed = new Promise<void>((resolve) => client.once("close", () => resolve()));
  const sftp = await new Promise<SFTPWrapper>((resolve) => client.sftp((_, opened) => resolve(opened)));
  return { client, sftp, closed };
}

test("the process takes in a file, says that it is ready, and counts its connections and ingests", async () => {
  const { child, output, ended, ready } = start(settings);
  const [{ port, metricsPort }] = await ready;
  await expect.poll(output).toMatch(/SFTP at 127\.0\.0\.1:\d+, host key SHA256:/);
  const { client, sftp, closed } = await till(port);
  const upload = sftp.createWriteStream("/stock.csv");
  upload.end("barcode,price,quantity\n5000000000017,1.50,3\n");
  await once(upload, "close");
  expect((await createCaller(t.ctx).inventory.listItems({ ...ids, page: {} })).data).toMatchObject([{ quantity: 3 }]);
  const get = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${metricsPort}${path}`);
    return [answer.status, await answer.text()];
  };
  expect([await get("/healthz"), await get("/readyz")]).toEqual([
    [200, `ok ${release.version}`],
    [200, "ready"],
  ]);
  const [, metrics] = await get("/metrics");
  expect(metrics).toContain('highstreet_sftp_connections{state="signed_in"} 1');
  expect(metrics).toMatch(/highstreet_ingests_total\{mode="update",status="applied"\} 1/);
  client.end();
  await closed;
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

test.runIf(process.platform === "linux")("without a configured host only this machine reaches SFTP", async () => {
  // 127.0.0.2 represents the machine's other addresses.
  const reaches = (port: number) =>
    new Promise((resolve) => {
      const socket = connect(port, "127.0.0.2", () => resolve(true)).once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
  for (const [env, isOpen] of [[{}, false] as const, [{ HIGHSTREET_HOST: "0.0.0.0" }, true] as const]) {
    const { child, ended, ready } = start({ ...settings, ...env });
    const [{ port }] = await ready;
    expect(await reaches(port)).toBe(isOpen);
    child.kill("SIGTERM");
    await ended;
  }
});

test("a stalled upload does not keep the process alive beyond the deadline", async () => {
  const { child, output, ended, ready } = start({ ...settings, HIGHSTREET_DRAIN_SECONDS: "1" });
  const [{ port }] = await ready;
  const { sftp, closed } = await till(port);
  await new Promise((resolve) => sftp.open("/stock.csv", "w", resolve));
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  await closed;
  expect(output()).toContain("cut off");
});

test("without a port the process ends with 1 and one line", async () => {
  const { output, ended } = start({ ...settings, HIGHSTREET_SFTP_PORT: "" });
  expect(await ended).toEqual([1, null]);
  expect(output()).toMatch(/^HIGHSTREET_SFTP_PORT is not set: write the port to which tills connect, such as 2222\.$/m);
});
