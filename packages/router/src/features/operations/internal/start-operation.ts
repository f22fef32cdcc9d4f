import type { Prisma, Tx } from "@highstreet/db";
import { authorOf } from "../../../core/history/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { DomainError } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { ItemEdits } from "../../customizations/index.ts";
import type { OperationRow } from "../get-operation.ts";

/** An operation with more products runs in the worker. */
const MAX_AT_ONCE = 1_000;

/** Products of one transaction. Other calls wait for the stores that long. */
const BATCH = 500;

/** The products of an import have different edits. */
const IMPORT = { atOnce: 200, batch: 100 };

/** Operations of a retailer that wait for the worker. */
const MAX_RUNNING = 10;

type Started = Pick<OperationRow, "retailerId" | "kind"> &
  Partial<Pick<Prisma.OperationUncheckedCreateInput, "storeId" | "filter" | "edit" | "reverts">>;

/**
 * Records an operation under the id of the call's history entries. Many products are left to the worker.
 * @param runNow edits all products, in the transaction of the call
 * @param edits of an import: the edits of each product
 */
export async function startOperation(
  ctx: Context,
  tx: Tx,
  started: Started,
  itemKeys: string[],
  runNow: (ctx: Context) => Promise<void>,
  edits?: ItemEdits[],
): Promise<OperationRow> {
  const now = ctx.now();
  const { retailerId } = started;
  const id = ctx.operationId ?? newId(now);
  const isNow = itemKeys.length <= (edits ? IMPORT.atOnce : MAX_AT_ONCE);
  const size = edits ? IMPORT.batch : BATCH;
  const total = itemKeys.length;
  if (!isNow) await checkRunning(tx, retailerId);
  await tx.prisma.operation.createMany({
    data: {
      ...started,
      id,
      total,
      actor: authorOf(ctx),
      requestId: ctx.requestId,
      createdAt: now,
      ...(isNow ? { status: "done", done: total, finishedAt: now } : { status: "running" }),
    },
  });
  if (isNow) await runNow({ ...ctx, operationId: id });
  else {
    const batches = Array.from({ length: Math.ceil(total / size) }, (_, number) => ({
      retailerId,
      operationId: id,
      number,
      itemKeys: itemKeys.slice(number * size, (number + 1) * size),
      ...(edits && { edits: edits.slice(number * size, (number + 1) * size) as object[] }),
    }));
    await tx.prisma.operationBatch.createMany({ data: batches });
  }
  return tx.prisma.operation.findUniqueOrThrow({ where: { retailerId_id: { retailerId, id } } });
}

/** @throws QuotaExceeded */
async function checkRunning({ prisma }: Tx, retailerId: string): Promise<void> {
  const running = await prisma.operation.count({ where: { retailerId, finishedAt: null } });
  if (running < MAX_RUNNING) return;
  const detail = `The retailer has ${running} operations that still run. Wait until one is done.`;
  throw new DomainError("QuotaExceeded", detail, { quota: "operations", limit: MAX_RUNNING });
}
