import { randomUUID } from "node:crypto";
import { setTimeout as after } from "node:timers/promises";
import type { Database } from "@highstreet/db";
import { type CallLimit, nameOf, policyOf } from "./rate-limit.ts";
import { lockMember, takeShare } from "./rate-shares.sql.ts";

/** A share of a limit in calls per second. */
interface Share {
  share: number;
  /** The share that the process should have. Other processes may hold a part of it for up to a second. */
  due: number;
  /** Calls per second that the process can still get. */
  spare: number;
  /** Number of processes with calls of the member. */
  processes: number;
  /** Seconds until the process asks again. */
  seconds: number;
}

interface Ask {
  limit: number;
  /** Calls in the last second, refused ones included. */
  demand: number;
  wanted: number;
  /** The share that the process has used in this second, so that no other process can get it. */
  kept: number;
}

/** Asks for a share of a member's limit, once at a time for each member. */
export type AskShare = (member: string, ask: Ask) => Promise<Share>;

/** Shares of limits in the database, for all processes together. */
export function createShares(db: Pick<Database, "sqlTransaction">): AskShare {
  const process = randomUUID();
  return (member, { limit, demand, wanted, kept }) =>
    db.sqlTransaction("no shop", async ({ query, send }) => {
      send(lockMember, [member]);
      const [share] = await query<Share>(takeShare, [member, process, limit, demand, wanted, kept]);
      if (!share) throw new Error("the database gave no share");
      return share;
    });
}

/** The part of the limit that a process may use without a share. So quiet members cost no write. */
const FREE = 0.02;
/** The part of the limit below which it is not worth another write to get more. */
const SMALL = 0.05;
/** The part of the limit that a process gets at first. It asks for twice as much when it has used that. */
const FIRST = 0.2;
/** A share holds a reserve, so that a process with slightly more calls need not ask at once. */
const RESERVE = 1.25;
/** A process with too small a share asks again after this time. */
const AGAIN_MS = 500;
/** Calls wait this long for the database. Then the process allows its own part of the limit. */
const PATIENCE_MS = 100;

interface Grant extends Share {
  /** The second in which the process renews the share. The share ends with this second. */
  renewAt: number;
}

/** The counts of one member in one second. */
interface Count {
  second: number;
  /** All calls, refused ones included. */
  calls: number;
  allowed: number;
  /** All calls of the second before. */
  before: number;
  grant: Grant | undefined;
  /** When this process last asked in this second, in ms. */
  askedAt: number | undefined;
  asking: Promise<void> | undefined;
}

/**
 * Counts calls of all processes together. A process leases a share of a member's limit from the database, about once a second. The
 * shares of all processes are at most the limit. Without an answer of the database, each process allows its part of the limit.
 * @param perSecond calls of one member in a second
 * @param patienceMs longest wait of a call for the database
 */
export function createSharedRateLimit(
  perSecond: number,
  now: () => Date,
  askShare: AskShare,
  patienceMs = PATIENCE_MS,
): CallLimit {
  const free = Math.floor(FREE * perSecond);
  const small = SMALL * perSecond;
  let second = 0;
  let counts = new Map<string, Count>();
  let last = new Map<string, Count>();

  function countOf(name: string): Count {
    const current = Math.floor(now().getTime() / 1_000);
    if (current !== second) {
      last = current === second + 1 ? counts : new Map();
      counts = new Map();
      second = current;
    }
    const known = counts.get(name);
    if (known) return known;
    const earlier = last.get(name);
    const grant = earlier?.grant && earlier.grant.renewAt >= second ? earlier.grant : undefined;
    const made = {
      second,
      calls: 0,
      allowed: 0,
      before: earlier?.calls ?? 0,
      grant,
      askedAt: undefined,
      asking: undefined,
    };
    counts.set(name, made);
    return made;
  }

  const usable = ({ grant }: Count): number => grant?.share ?? free;
  const left = (count: Count): number => (count.grant ? usable(count) + count.grant.spare : perSecond) - count.allowed;

  const isDue = ({ grant, askedAt, second: current }: Count): boolean =>
    askedAt === undefined && (!grant || grant.renewAt <= current);

  function canAsk(count: Count): boolean {
    const { grant, askedAt = Number.NEGATIVE_INFINITY } = count;
    if (isDue(count)) return true;
    if (!grant) return false;
    return grant.spare > small || (grant.due - grant.share > small && now().getTime() - askedAt >= AGAIN_MS);
  }

  /** The share without the database: a part of the limit by the last known number of processes. */
  function ownPart({ grant, second: askedIn }: Count): Grant {
    const processes = grant?.processes ?? 1;
    const share = Math.ceil(perSecond / processes);
    return { share, due: share, spare: 0, processes, seconds: 1, renewAt: askedIn + 1 };
  }

  function ask(name: string, count: Count): Promise<void> {
    const isRenewal = isDue(count) && count.grant !== undefined;
    const kept = isRenewal ? 0 : (count.grant?.share ?? 0);
    const demand = Math.max(count.before, count.calls);
    const reserved = Math.ceil(RESERVE * demand);
    const wanted = isRenewal ? reserved : Math.max(reserved, 2 * kept, Math.ceil(FIRST * perSecond));
    count.askedAt = now().getTime();
    const useOwnPart = () => {
      count.grant = ownPart(count);
    };
    const answered = askShare(name, { limit: perSecond, demand, wanted, kept }).then((share) => {
      const isSmall = share.due - share.share > small;
      count.grant = { ...share, renewAt: count.second + (isSmall ? 1 : share.seconds) };
    }, useOwnPart);
    const timer = new AbortController();
    const late = after(patienceMs, undefined, { signal: timer.signal }).then(useOwnPart, () => undefined);
    const asking = Promise.race([answered, late]).finally(() => {
      timer.abort();
      count.asking = undefined;
    });
    count.asking = asking;
    return asking;
  }

  function admit(count: Count, calls: number): boolean {
    if (count.allowed + calls > usable(count)) return false;
    count.allowed += calls;
    return true;
  }

  async function wait(name: string, count: Count, calls: number): Promise<number> {
    for (let asking = count.asking; asking || canAsk(count); asking = count.asking) {
      await (asking ?? ask(name, count));
      if (admit(count, calls)) return left(count);
    }
    return -calls;
  }

  return {
    policy: policyOf(perSecond),
    take: (member, calls = 1) => {
      const name = nameOf(member);
      const count = countOf(name);
      count.calls += calls;
      // The earlier share is valid until the answer.
      if (count.grant && count.calls > free && isDue(count)) void ask(name, count);
      if (admit(count, calls)) return left(count);
      return count.asking || canAsk(count) ? wait(name, count, calls) : -calls;
    },
  };
}
