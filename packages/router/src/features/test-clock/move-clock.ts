import { within } from "@highstreet/db";
import { ahead, findRetailer, type RetailerRow } from "../../access/find-retailer.ts";
import { recordHistory } from "../../core/history/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError, validationFailed } from "../../kernel/errors.ts";
import { lockRetailer } from "../../kernel/kernel.sql.ts";
import { retailerWrite } from "../retailers/index.ts";
import type { MoveClock, OfRetailer, TestClock } from "./test-clock.schema.ts";

async function findTestRetailer(ctx: Context, retailerId: string): Promise<RetailerRow> {
  const row = await findRetailer(ctx, retailerId);
  if (row.isTest) return row;
  throw new DomainError("NotTestRetailer", "Only a test retailer, made with a test key, has a test clock.");
}

const present = ({ clockAhead }: RetailerRow, now: Date): TestClock => ({
  now: ahead(now, clockAhead).toISOString(),
  aheadSeconds: clockAhead,
});

/** The test clock of a test retailer. @throws RetailerNotFound, NotTestRetailer */
export async function getClock(ctx: Context, { retailerId }: OfRetailer): Promise<TestClock> {
  return present(await findTestRetailer(ctx, retailerId), ctx.now());
}

/**
 * Moves the test clock of a test retailer forward. The worker then does at once what has become due (`runTestClocks`).
 * @throws RetailerNotFound, NotTestRetailer; ValidationFailed for a move backwards
 */
export async function moveClock(ctx: Context, { retailerId: id, body }: MoveClock): Promise<TestClock> {
  const { retailerId } = await findRetailer(ctx, id);
  return ctx.db.transaction({ retailerId }, async (tx) => {
    await tx.query(lockRetailer("FOR NO KEY UPDATE"), [retailerId]);
    const before = await findTestRetailer({ ...ctx, db: within(ctx.db, tx) }, retailerId);
    const { clockAhead } = before;
    if (body.aheadSeconds < clockAhead) {
      const message = `must be at least ${clockAhead}, because the clock moves only forward`;
      throw validationFailed([{ pointer: "/aheadSeconds", code: "InvalidValue", message }]);
    }
    const now = ctx.now();
    if (body.aheadSeconds === clockAhead) return present(before, now);
    const change = { clockAhead: body.aheadSeconds, clockDueAt: now, updatedAt: now };
    const after = { ...before, ...change, version: before.version + 1 };
    const data = { ...change, version: { increment: 1 } };
    await tx.prisma.retailer.update({ where: { id: retailerId }, data, select: { id: true } });
    // Not those with a failure: the pause before a retry is real time.
    const healthy = { retailerId, failures: 0 };
    await tx.prisma.adsCampaign.updateMany({ where: { ...healthy, dueAt: { gt: now } }, data: { dueAt: now } });
    await tx.prisma.searchSetup.updateMany({
      where: { ...healthy, nextCheckAt: { gt: now } },
      data: { nextCheckAt: now },
    });
    await recordHistory(ctx, tx, [retailerWrite(before, after)]);
    return present(after, now);
  });
}
