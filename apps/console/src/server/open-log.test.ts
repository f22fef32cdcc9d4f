import { execFileSync } from "node:child_process";
import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createLog } from "@highstreet/telemetry";
import { expect, test } from "vitest";
import { watchCall } from "./watch-calls.ts";

test("lines that libraries print are JSON, with the id of their request and without colours", () => {
  const script = `
    import { openLog } from "./open-log.ts";
    import { peers } from "./once.ts";
    openLog("info");
    peers().run({ address: undefined, requestId: "call-1" }, () => console.error("\\u001b[31mfailed\\u001b[0m", new Error("no database")));
    console.log("%d routes", 2);`;
  const printed = execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd: import.meta.dirname });
  const lines = printed.toString("utf8").trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: "error", name: "console", requestId: "call-1", msg: "failed", err: { message: "no database" } },
    { level: "info", name: "console", msg: "2 routes" },
  ]);
});

test("a call is logged without its query, and measured by a route and not by its path", () => {
  const lines: Record<string, unknown>[] = [];
  const measured: unknown[] = [];
  const log = createLog("console", "info", { write: (line) => void lines.push(JSON.parse(line)) });
  const response = Object.assign(new EventEmitter(), { statusCode: 404 }) as unknown as ServerResponse;
  const request = { method: "GET", url: "/shops/1?q=typed", headers: { "x-request-id": "call-2" } };
  watchCall(request as unknown as IncomingMessage, response, { log, onCall: (call) => measured.push(call) });
  response.emit("close");
  expect(lines).toMatchObject([{ requestId: "call-2", method: "GET", path: "/shops/1", status: 404 }]);
  expect(JSON.stringify(lines)).not.toContain("typed");
  expect(measured).toEqual([{ method: "GET", route: "page", status: 404 }]);
});
