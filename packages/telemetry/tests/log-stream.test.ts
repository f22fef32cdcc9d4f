import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const stream = new URL("../src/log.ts", import.meta.url).href;

/** Runs `code` with a log at `output`, in its own process. @returns its exit code, and what it sent */
async function run(output: "pipe" | number, code: string) {
  const program = `import { LogStream } from ${JSON.stringify(stream)}; const log = new LogStream(); ${code}`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", output, "inherit", "ipc"],
  });
  let text = "";
  child.stdout?.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const sent: unknown[] = [];
  child.on("message", (message) => sent.push(message));
  const [status] = await once(child, "close");
  return { status, text, sent };
}

test("all lines arrive in their order, also the last ones before the end of the process", async () => {
  const { status, text } = await run(
    "pipe",
    `for (let n = 0; n < 50_000; n++) { log.write(n + "\\n"); if (n % 1_000 === 0) await new Promise(setImmediate); }
     process.exit(3);`,
  );
  expect(status).toBe(3);
  expect(text).toBe(Array.from({ length: 50_000 }, (_, n) => `${n}\n`).join(""));
});

test.runIf(process.platform === "linux")("a full disk neither stops nor holds the process", async () => {
  const full = openSync("/dev/full", "w");
  const lines = `for (let n = 0; n < 50; n++) { log.write("x".repeat(100_000)); await new Promise((r) => setTimeout(r, 1)); }`;
  const { status, sent } = await run(full, `${lines} process.send("alive"); process.exit(0);`);
  expect([status, sent]).toEqual([0, ["alive"]]);
});

test("an output that works again gets the lines that waited, and the number of dropped lines", async () => {
  const folder = mkdtempSync(join(tmpdir(), "highstreet-log-"));
  const file = join(folder, "log");
  // A descriptor that only reads fails, until another one takes its number.
  const { status } = await run(
    "pipe",
    `import { closeSync, openSync } from "node:fs";
     const fd = openSync(process.execPath, "r");
     const other = new LogStream(fd);
     for (let n = 0; n < 20; n++) other.write(String(n).padEnd(99_999, " ") + "\\n");
     await new Promise((resolve) => setTimeout(resolve, 250));
     closeSync(fd);
     if (openSync(${JSON.stringify(file)}, "w") !== fd) throw new Error("another descriptor");
     while (!(await import("node:fs")).readFileSync(${JSON.stringify(file)}, "utf8").includes("missing")) {
       await new Promise((resolve) => setTimeout(resolve, 10));
     }
     process.exit(0);`,
  );
  expect(status).toBe(0);
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  const kept = lines.slice(0, -1).map(Number);
  expect(kept).toEqual(kept.map((_, n) => n));
  expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({
    msg: expect.stringMatching(`^${20 - kept.length} log lines`),
  });
  rmSync(folder, { recursive: true });
});
