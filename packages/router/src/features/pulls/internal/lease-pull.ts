import { randomUUID } from "node:crypto";
import { ConnectorError } from "@highstreet/connectors";
import type { Prisma, Sql } from "@highstreet/db";
import type { Context } from "../../../kernel/context.ts";
import type { ConnectionRow } from "../connections.ts";
import { lockPullsSql, runningPullSql } from "../pulls.sql.ts";

/** Another worker repeats the pull of a worker that died after this time. Longer than a shop system may take to send its items. */
const LEASE_MS = 20 * 60_000;
const RENEW_MS = 60_000;
const CHECK_MS = 2_000;
/** A pull that takes longer ends, also while it takes the items of its stores. */
const MAX_PULL_MS = 60 * 60_000;
/** Places for pulls, in all workers together. */
export const MAX_PULLS = 8;
const MAX_PULLS_OF_PARTNER = 2;
/** A shop system that fails again and again may take minutes each time, so such pulls leave room for the others. */
const MAX_FAILING_PULLS = MAX_PULLS / 2;

/** The connection was saved again or removed, or another worker has the lease. */
export class LeaseLost extends Error {}

function runningPulls(prisma: Prisma.TransactionClient, now: Date, which: Prisma.ConnectionWhereInput) {
  const where = { nextPullAt: { lte: now }, leasedUntil: { gt: now }, ...which };
  return prisma.connection.findMany({ where, select: { partnerId: true, failures: true } });
}

export const areAllTaken = async ({ db, now }: Context): Promise<boolean> =>
  (await runningPulls(db.prisma, now(), {})).length >= MAX_PULLS;

/** The right to a pull holds while `pull_id` stays. */
export class PullLease {
  readonly row: ConnectionRow;
  readonly began: Date;
  readonly #ctx: Context;
  readonly #where: { retailerId: string; connector: string; pullId: string };
  #renewed: number;

  private constructor(ctx: Context, row: ConnectionRow, pullId: string, began: Date) {
    this.#ctx = ctx;
    this.row = row;
    this.began = began;
    this.#where = { retailerId: row.retailerId, connector: row.connector, pullId };
    this.#renewed = began.getTime();
  }

  /**
   * Takes a due connection of a retailer.
   * @param options.isTurn the pull gets turns at the place of another one, so its partner must have no other pull
   * @returns undefined if none is due, or enough others run
   */
  static async take(ctx: Context, retailerId: string, { isTurn = false } = {}): Promise<PullLease | undefined> {
    const now = ctx.now();
    const row = await ctx.db.prisma.connection.findFirst({
      where: { retailerId, nextPullAt: { lte: now }, OR: [{ leasedUntil: null }, { leasedUntil: { lte: now } }] },
      orderBy: { nextPullAt: "asc" },
    });
    if (!row) return undefined;
    const { connector, partnerId, version, failures } = row;
    return ctx.db.transaction({ retailerId }, async (tx) => {
      // Workers count the running pulls one after another, so that no two of them give way to each other.
      await tx.execute(lockPullsSql);
      const others = await runningPulls(tx.prisma, now, { NOT: { retailerId, connector } });
      const ofPartner = others.filter((one) => one.partnerId === partnerId);
      const failing = others.filter((one) => one.failures > 0);
      if (ofPartner.length >= (isTurn ? 1 : MAX_PULLS_OF_PARTNER)) return undefined;
      if (failures > 0 && failing.length >= MAX_FAILING_PULLS) return undefined;
      const pullId = randomUUID();
      const { count } = await tx.prisma.connection.updateMany({
        // Unless another worker was faster.
        where: { retailerId, connector, version, pullId: row.pullId, nextPullAt: row.nextPullAt },
        data: { pullId, leasedUntil: new Date(now.getTime() + LEASE_MS) },
      });
      return count ? new PullLease(ctx, row, pullId, now) : undefined;
    });
  }

  /** Renews the lease, at most once a minute. @throws LeaseLost; ConnectorError for a pull without an end */
  async renew(): Promise<void> {
    const now = this.#ctx.now();
    if (now.getTime() > this.began.getTime() + MAX_PULL_MS) {
      const message = "The pull took more than an hour. Check the shop system, or send its stock as a file.";
      throw new ConnectorError("unexpected", message);
    }
    if (now.getTime() < this.#renewed + RENEW_MS) return;
    this.#renewed = now.getTime();
    await this.#update(this.#ctx.db.prisma, { leasedUntil: new Date(now.getTime() + LEASE_MS) });
  }

  /** Checks the lease before a transaction commits. @throws LeaseLost */
  async check(tx: Sql): Promise<void> {
    const { retailerId, connector, pullId } = this.#where;
    if (!(await tx.query(runningPullSql, [retailerId, connector, pullId])).length) throw new LeaseLost();
  }

  /** Calls `onLost` soon after the lease is lost. @returns a function that ends the watch */
  watch(onLost: () => unknown): () => void {
    const onError = (error: unknown) => void (error instanceof LeaseLost && onLost());
    const timer = setInterval(() => void this.check(this.#ctx.db).catch(onError), CHECK_MS);
    return () => clearInterval(timer);
  }

  /** Ends the lease and stores the result of the pull. @throws LeaseLost */
  async end(prisma: Prisma.TransactionClient, result: Prisma.ConnectionUpdateManyMutationInput): Promise<void> {
    await this.#update(prisma, { ...result, pullId: null, leasedUntil: null });
  }

  async #update(prisma: Prisma.TransactionClient, data: Prisma.ConnectionUpdateManyMutationInput): Promise<void> {
    const { count } = await prisma.connection.updateMany({ where: this.#where, data });
    if (!count) throw new LeaseLost();
  }
}
