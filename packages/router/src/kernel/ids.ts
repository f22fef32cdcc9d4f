import { randomInt } from "node:crypto";
import { v7 } from "uuid";

let lastTime = -1;
let sequence = 0;

/** A new UUIDv7. Ids sort by time. Ids of one process also sort within a millisecond. */
export function newId(now: Date): string {
  const msecs = now.getTime();
  sequence = msecs === lastTime ? sequence + 1 : randomInt(2 ** 31);
  lastTime = msecs;
  return v7({ msecs, seq: sequence });
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isId(text: string): boolean {
  return uuid.test(text);
}

/**
 * The id of a store from a path, for a statement. For a text that is not a UUID it is the id of the retailer, which no store has:
 * a distributed database takes no join with a NULL key.
 */
export const storeKeyOf = ({ retailerId, storeId }: { retailerId: string; storeId: string }): string =>
  isId(storeId) ? storeId : retailerId;

export function lowestIdOf(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-0000-0000-000000000000`;
}
