import { randomUUID } from "node:crypto";
import type { Prisma, Sql } from "@highstreet/db";
import type { Context } from "../../../kernel/context.ts";
import { runningPullSql } from "../pulls.sql.ts";
import type { ConnectionRow } from "./present-connection.ts";

/** Another worker repeats the pull of a worker that died after this time. */
const LEASE_MS = 10 * 60_000;
const RENEW_MS = 60_000;
/** Pulls of one partner at once, in all workers together. */
const PULLS_OF_PARTNER = 2;

/** The connection was saved again or removed, or another worker has the lease. */
export class LeaseLost extends Error {}

/** The right to pull a connection. It holds while `pull_id` stays. */
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

  /** Takes a due connection of a retailer. @returns undefined if none is due, or its partner has enough running pulls */
  static async take(ctx: Context, retailerId: string): Promise<PullLease | undefined> {
    const now = ctx.now();
    const { connection } = ctx.db.prisma;
    const row = await connection.findFirst({
      where: { retailerId, nextPullAt: { lte: now }, OR: [{ leasedUntil: null }, { leasedUntil: { lte: now } }] },
      orderBy: { nextPullAt: "asc" },
    });
    if (!row) return undefined;
    const { connector, partnerId, version } = row;
    if ((await connection.count({ where: { partnerId, leasedUntil: { gt: now } } })) >= PULLS_OF_PARTNER) {
      return undefined;
    }
    const pullId = randomUUID();
    const { count } = await connection.updateMany({
      // Unless another worker was faster.
      where: { retailerId, connector, version, pullId: row.pullId, nextPullAt: row.nextPullAt },
      data: { pullId, leasedUntil: new Date(now.getTime() + LEASE_MS) },
    });
    return count ? new PullLease(ctx, row, pullId, now) : undefined;
  }

  /** Renews the lease, at most once a minute. @throws LeaseLost */
  async renew(): Promise<void> {
    const now = this.#ctx.now();
    if (now.getTime() < this.#renewed + RENEW_MS) return;
    this.#renewed = now.getTime();
    await this.#update(this.#ctx.db.prisma, { leasedUntil: new Date(now.getTime() + LEASE_MS) });
  }

  /** Checks the lease before a transaction commits. @throws LeaseLost */
  async check(tx: Sql): Promise<void> {
    const { retailerId, connector, pullId } = this.#where;
    if (!(await tx.query(runningPullSql, [retailerId, connector, pullId])).length) throw new LeaseLost();
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
