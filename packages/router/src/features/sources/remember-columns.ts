import { Prisma } from "@highstreet/db";
import { recordHistory } from "../../core/history/index.ts";
import { lockStore } from "../../core/log/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import type { FeedMapping, RememberColumns, RememberFileColumns, SourceRecord } from "./source.schema.ts";
import { presentSource, readSource, sourceWrite } from "./source.ts";

/** The parameters of a source with the columns and the decimal sign that a person chose. */
export function withReading(before: object, { columns, decimalSign }: RememberFileColumns): Prisma.InputJsonObject {
  const { columns: kept, ...others } = before as { columns?: FeedMapping };
  const chosen = columns ?? kept ?? {};
  return {
    ...others,
    ...(Object.keys(chosen).length > 0 && { columns: chosen }),
    ...(decimalSign && { decimalSign }),
  };
}

/**
 * The next fetch reads the whole file again.
 * @throws RetailerNotFound, StoreNotFound
 */
export async function rememberColumns(ctx: Context, input: RememberColumns): Promise<SourceRecord> {
  const { retailerId, storeId } = await findStore(ctx, input);
  const store = { retailerId, storeId };
  return ctx.db.transaction(store, async (tx) => {
    await lockStore(tx, store);
    const before = await readSource(tx, store);
    const parameters = withReading(before.parameters, input);
    const updatedAt = ctx.now();
    await tx.prisma.inventorySource.upsert({
      where: { retailerId_storeId: store },
      create: { ...store, parameters, createdAt: updatedAt, updatedAt },
      update: { parameters, validators: Prisma.DbNull, updatedAt },
      select: { retailerId: true },
    });
    const after = await readSource(tx, store);
    await recordHistory(ctx, tx, [sourceWrite(store, "source.connect", before, after)]);
    return presentSource(after);
  });
}
