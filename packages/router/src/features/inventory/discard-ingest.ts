import { recordHistory } from "../../core/history/index.ts";
import type { Context } from "../../kernel/context.ts";
import { changeSource } from "./internal/change-source.ts";
import { findIngest, ingestNotHeld, presentIngest } from "./internal/ingests.ts";
import { lockStore } from "./internal/received-feed.ts";
import { ingestWrite } from "./internal/record-ingest.ts";
import type { GetIngest, Ingest } from "./inventory.schema.ts";

/**
 * Discards a held feed: the shelf stays as it is, and the warning goes.
 * @throws IngestNotFound; IngestNotHeld, also if another feed has replaced the held feed
 */
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
    await tx.prisma.heldFeed.deleteMany({ where: { retailerId, ingestId } });
    const ingest = presentIngest({ ...held, ...discarded });
    recordHistory(ctx, tx, [ingestWrite(retailerId, storeId, ingest)]);
    await changeSource(tx, store, { warnings: { FeedHeld: null } }, ctx.now());
    return ingest;
  });
}
