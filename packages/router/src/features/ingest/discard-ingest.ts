import { recordHistory } from "../../core/history/index.ts";
import { lockStore } from "../../core/log/index.ts";
import type { Context } from "../../kernel/context.ts";
import { changeSource } from "../sources/index.ts";
import type { GetIngest, Ingest } from "./ingest.schema.ts";
import { deleteHeldFeedSql } from "./ingests.sql.ts";
import { ingestWrite } from "./internal/record-ingest.ts";
import { findIngest, ingestNotHeld, presentIngest } from "./read-ingests.ts";

/** @throws IngestNotFound; IngestNotHeld, also if another feed has replaced the held feed */
export async function discardIngest(ctx: Context, input: GetIngest): Promise<Ingest> {
  const held = await findIngest(ctx, input);
  const { retailerId, storeId, id: ingestId } = held;
  const store = { retailerId, storeId };
  return ctx.db.transaction(store, async (tx) => {
    await lockStore(tx, store);
    const discarded = { status: "discarded", reason: "A person discarded it." } as const;
    const where = { retailerId, storeId, id: ingestId, status: "held" } as const;
    const { count } = await tx.prisma.ingest.updateMany({ where, data: discarded });
    if (!count) throw ingestNotHeld();
    await tx.query(deleteHeldFeedSql, [retailerId, ingestId]);
    const ingest = presentIngest({ ...held, ...discarded });
    await recordHistory(ctx, tx, [ingestWrite(retailerId, storeId, ingest)]);
    await changeSource(tx, store, { warnings: { FeedHeld: null } }, ctx.now());
    return ingest;
  });
}
