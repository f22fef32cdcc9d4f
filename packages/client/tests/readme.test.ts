import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { signDelivery } from "@highstreet/delivery";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startRest } from "../../../apps/rest/tests/start-rest.ts";
import { client, installClient, readmeProgram } from "./install-client.ts";

const secret = "s3cretS3cretS3cret";
const project = installClient();
const rest = await startRest();
const port = await rest.listen();
const started: ChildProcess[] = [];

/** A server on any free port, with its port in the output. */
const listening = '.listen(0, function () { console.log("listening on", this.address().port); });';
const onFreePort = (code: string) => code.replace(/\.listen\(8080.*\);$/m, listening);

/** Runs a program until it listens or ends. The result returns the output so far. */
async function start(file: string, env: Record<string, string> = {}): Promise<() => string> {
  const child = spawn(process.execPath, [join(project.folder, file)], { env: { PATH: process.env.PATH, ...env } });
  started.push(child);
  let output = "";
  await new Promise<void>((resolve) => {
    const listen = (chunk: Buffer) => {
      output += chunk.toString("utf8");
      if (output.includes("listening on")) resolve();
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.once("exit", () => resolve());
  });
  return () => output;
}

const portOf = (output: string) => Number(/listening on (\d+)/.exec(output)?.[1]);

/** Sends exactly these bytes, without a valid signature. Resolves when the connection is closed. */
async function sendRaw(to: number, text: string): Promise<void> {
  const socket = connect(to, "127.0.0.1");
  socket.on("error", () => undefined);
  const closed = once(socket, "close");
  socket.end(text);
  socket.resume();
  await closed;
}

const head = (length: number) => `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`;

/** Calls that end before their body does, and a call that is too long. */
async function sendBroken(to: number): Promise<void> {
  await sendRaw(to, `${head(10)}abc`);
  await sendRaw(to, `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab`);
  await sendRaw(to, head(1_100_000) + "a".repeat(1_100_000));
}

let readme = () => "";

beforeAll(async () => {
  project.write("partner.mjs", onFreePort(readmeProgram()));
  readme = await start("partner.mjs", {
    HIGHSTREET_URL: `http://127.0.0.1:${port}`,
    HIGHSTREET_KEY: rest.t.partner.key.key,
    WEBHOOK_SECRET: secret,
  });
});

afterAll(async () => {
  for (const child of started) {
    if (child.exitCode !== null) continue;
    const ended = once(child, "exit");
    child.kill();
    await ended;
  }
  project.remove();
  await rest.close();
});

test("the README's snippets work as one program of a partner", () => {
  expect(readme().split("\n")).toEqual([
    "1 item changed",
    "PreconditionFailed",
    "Olivia Owner",
    "5012345678900 44.9 in_stock",
    "5012345678917 9.99 out_of_stock",
    "true 1",
    expect.stringMatching(/^listening on \d+$/),
    "",
  ]);
});

test("the README's snippets have no type errors under strict", () => {
  project.write("partner.mts", readmeProgram());
  expect(project.typecheck("partner.mts", "--module", "nodenext")).toBe("");
});

const body = JSON.stringify({ action: "inventory.update", data: { barcode: "5012345678900", status: "low_stock" } });
const sign = (by: string) => signDelivery({ storeId: "s", sequence: 1, body, at: new Date() }, [by]);

async function send(to: number, headers: Record<string, string>): Promise<number> {
  const { status } = await fetch(`http://127.0.0.1:${to}`, { method: "POST", body, headers });
  return status;
}

test("its receiver accepts our calls and refuses all others", async () => {
  const to = portOf(readme());
  expect(await send(to, sign(secret))).toBe(204);
  expect(await send(to, sign("another1another2"))).toBe(400);
  expect(await send(to, {})).toBe(400);
  await expect.poll(readme).toContain("now 5012345678900 low_stock\n");
});

test("its receiver and the receiver of the first steps survive calls that are cut off or do not end", async () => {
  const page = readFileSync(join(client, "../../docs/getting-started.md"), "utf8");
  const receiver = /^```js\n([\s\S]*?\.listen\(8080\);\n)```/m.exec(page)?.[1] ?? "";
  project.write("receiver.mjs", onFreePort(receiver));
  const firstSteps = await start("receiver.mjs");
  for (const output of [readme, firstSteps]) {
    await sendBroken(portOf(output()));
    expect(await send(portOf(output()), sign(secret))).toBe(204);
    expect(output()).toContain("the body is too long");
  }
});
