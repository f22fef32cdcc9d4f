import { Prisma } from "@highstreet/db";
import { recordHistory } from "../../core/history/index.ts";
import { lockStores } from "../../core/log/index.ts";
import { findStore, storeNotFound } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { presentSource, readSource, sourceWrite } from "./internal/source.ts";
import type { FeedMapping, RememberColumns } from "./inventory.schema.ts";
import type { SourceRecord } from "./source.schema.ts";

/**
 * Stores the columns and the decimal sign that the files of a store have from now on. The next fetch reads the whole file again.
 * @throws RetailerNotFound, StoreNotFound
 */
export async function rememberColumns(ctx: Context, input: RememberColumns): Promise<SourceRecord> {
  const { retailerId, storeId } = await findStore(ctx, input);
  const store = { retailerId, storeId };
  const { columns, decimalSign } = input;
  return ctx.db.transaction(store, async (tx) => {
    if (!(await lockStores(tx, retailerId, [storeId])).length) throw storeNotFound();
    const before = await readSource(tx, store);
    const { columns: kept, ...others } = before.parameters as { columns?: FeedMapping };
    const chosen = columns ?? kept ?? {};
    const parameters: Prisma.InputJsonObject = {
      ...others,
      ...(Object.keys(chosen).length > 0 && { columns: chosen }),
      ...(decimalSign && { decimalSign }),
    };
    const updatedAt = ctx.now();
    await tx.prisma.inventorySource.upsert({
      where: { retailerId_storeId: store },
      create: { ...store, parameters, createdAt: updatedAt, updatedAt },
      update: { parameters, validators: Prisma.DbNull, updatedAt },
      select: { retailerId: true },
    });
    const after = await readSource(tx, store);
    recordHistory(ctx, tx, [sourceWrite(store, "source.connect", before, after)]);
    return presentSource(after);
  });
}
