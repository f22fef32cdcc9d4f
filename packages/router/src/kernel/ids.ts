import { randomInt } from "node:crypto";
import { v7 } from "uuid";

let lastTime = -1;
let sequence = 0;

/** A new UUIDv7: ids sort by the time they were made, within a millisecond by the order in which this process made them. */
export function newId(now: Date): string {
  const msecs = now.getTime();
  sequence = msecs === lastTime ? sequence + 1 : randomInt(2 ** 31);
  lastTime = msecs;
  return v7({ msecs, seq: sequence });
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A path id that is no UUID names nothing (contract §1, Ids). */
export function isId(text: string): boolean {
  return uuid.test(text);
}

/** The lowest possible id from a given time. */
export function lowestIdOf(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-0000-0000-000000000000`;
}
