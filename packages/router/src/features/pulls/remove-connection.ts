import { findRetailer } from "../../access/find-retailer.ts";
import { recordHistory } from "../../core/history/index.ts";
import { lockStores } from "../../core/log/index.ts";
import type { Context } from "../../kernel/context.ts";
import { checkVersion } from "../../kernel/if-match.ts";
import { changeSource } from "../sources/index.ts";
import type { OneConnection } from "./connections.schema.ts";
import { connectedStores, connectionNotFound, connectionWrite } from "./connections.ts";

/**
 * The sources of its stores are disconnected, and their items stay.
 * @throws RetailerNotFound, ConnectionNotFound, PreconditionFailed
 */
export async function removeConnection(ctx: Context, input: OneConnection): Promise<void> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const { connector } = input;
  await ctx.db.transaction({ retailerId, part: "connections" }, async (tx) => {
    const { prisma } = tx;
    const before = await prisma.connection.findUnique({ where: { retailerId_connector: { retailerId, connector } } });
    if (!before) throw connectionNotFound();
    checkVersion(ctx, before.version);
    const stores = (await connectedStores(prisma, retailerId)).get(connector) ?? [];
    const locked = await lockStores(
      tx,
      retailerId,
      stores.map(({ storeId }) => storeId),
    );
    await prisma.connection.deleteMany({ where: { retailerId, connector } });
    const now = ctx.now();
    for (const { storeId } of locked) {
      const change = { status: "disconnected", warnings: { FeedNotFetched: null } } as const;
      await changeSource(tx, { retailerId, storeId }, change, now);
    }
    await recordHistory(ctx, tx, [connectionWrite("connection.remove", before, null)]);
  });
}
