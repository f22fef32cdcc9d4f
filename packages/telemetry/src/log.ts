import { type DestinationStream, type Logger, pino } from "pino";

export type Log = Logger;

/**
 * The log of a process: one JSON object a line, with the level as a word.
 * @param name `rest`, `worker` or `console`
 * @param level `trace` to `fatal`; default: info
 * @param destination default: standard output, one write a line
 * @param membersOf further members of each line
 */
export function createLog(
  name: string,
  level = "info",
  destination: DestinationStream = pino.destination(),
  membersOf: () => object = () => ({}),
): Log {
  return pino({ name, level, formatters: { level: (label) => ({ level: label }) }, mixin: membersOf }, destination);
}
