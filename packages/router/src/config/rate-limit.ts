import { hash } from "node:crypto";
import type { Sql } from "@highstreet/db";
import { countListening } from "./config.sql.ts";

export interface RateLimit {
  /** The `RateLimit-Policy` header (draft-ietf-httpapi-ratelimit-headers). */
  policy: string;
  take(member: string, calls?: number): number;
  giveBack(member: string): void;
}

/** Longer members are counted by their digest, so that a caller cannot choose how much memory one takes. */
const MAX_MEMBER_LENGTH = 100;

/**
 * A second starts for all members at once, and its counts end with it.
 * @param perSecond calls of one member in a second, in all processes together
 * @param processes the number of processes that divide the limit evenly
 */
export function createRateLimit(perSecond: number, now: () => Date, processes: () => number = () => 1): RateLimit {
  let second = 0;
  let taken = new Map<string, number>();
  const take = (member: string, calls = 1): number => {
    const current = Math.floor(now().getTime() / 1_000);
    if (current !== second) {
      second = current;
      taken = new Map();
    }
    const name = member.length > MAX_MEMBER_LENGTH ? hash("sha256", member) : member;
    const count = Math.max(0, (taken.get(name) ?? 0) + calls);
    taken.set(name, count);
    return Math.ceil(perSecond / processes()) - count;
  };
  return {
    policy: `"default";q=${perSecond};w=1`,
    take,
    giveBack: (member) => void take(member, -1),
  };
}

const COUNT_AGAIN_MS = 10_000;

/**
 * The number of processes that listen to a channel, at least one. A call at most every 10 seconds reads the number again in the
 * background. While the database fails, the last number counts.
 */
export function countProcesses(sql: Sql, channel: string, now: () => Date): () => number {
  let processes = 1;
  let readAt = Number.NEGATIVE_INFINITY;
  return () => {
    const time = now().getTime();
    if (time - readAt >= COUNT_AGAIN_MS) {
      readAt = time;
      sql.query<{ processes: number }>(countListening, [channel]).then(
        ([found]) => {
          processes = Math.max(1, found?.processes ?? 1);
        },
        () => undefined,
      );
    }
    return processes;
  };
}
