import { type DestinationStream, type Logger, pino } from "pino";
import { LogStream } from "./log-stream.ts";

export type Log = Logger;

/**
 * The log of a process: one JSON object a line, with the level as a word.
 * @param name `rest`, `worker` or `console`
 * @param level `trace` to `fatal`; default: info
 * @param destination default: standard output
 * @param membersOf further members of each line
 */
export function createLog(
  name: string,
  level = "info",
  destination: DestinationStream = new LogStream(),
  membersOf: () => object = () => ({}),
): Log {
  return pino({ name, level, formatters: { level: (label) => ({ level: label }) }, mixin: membersOf }, destination);
}
