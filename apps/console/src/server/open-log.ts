import { format, stripVTControlCharacters } from "node:util";
import { createLog, type Log } from "@highstreet/telemetry";
import { peers } from "./once.ts";

/**
 * Opens the log of the console. Also takes the lines that Next, libraries and bundled routes print with `console`. Each line has the
 * id of its request.
 * @param more further members of each line
 */
export function openLog(level: string | undefined, more: () => object = () => ({})): Log {
  const members = () => ({ requestId: peers().getStore()?.requestId, ...more() });
  const log = createLog("console", level, undefined, members);
  for (const [method, named] of [
    ["log", "info"],
    ["info", "info"],
    ["warn", "warn"],
    ["error", "error"],
  ] as const) {
    console[method] = (...printed: unknown[]) => {
      const err = printed.find((one) => one instanceof Error);
      const rest = printed.filter((one) => one !== err);
      const text = stripVTControlCharacters(format(...rest)).trim();
      log[named]({ err }, text || err?.message);
    };
  }
  return log;
}
