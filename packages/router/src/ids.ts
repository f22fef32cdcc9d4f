import { v7 } from "uuid";

/** A new UUIDv7: ids sort by the time they were made. */
export function newId(now: Date): string {
  return v7({ msecs: now.getTime() });
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A path id that is no UUID names nothing (contract §1, Ids). */
export function isId(text: string): boolean {
  return uuid.test(text);
}
