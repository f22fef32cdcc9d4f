import type { Prisma } from "@highstreet/db";
import { recordHistory } from "../../core/history/index.ts";
import type { Context } from "../../kernel/context.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";
import { checkVersion } from "../../kernel/if-match.ts";
import type { Connection, SaveConnection } from "./connections.schema.ts";
import { connectedStores } from "./internal/connected-stores.ts";
import { connectionWrite, connectorOf, presentConnection } from "./internal/present-connection.ts";

/**
 * Connects a retailer to a shop system, or replaces the credential. The worker pulls everything within seconds, which shows whether the
 * shop system accepts the credential.
 * @throws RetailerNotFound, PreconditionFailed
 */
export async function saveConnection(ctx: Context, input: SaveConnection): Promise<Connection> {
  const { connector, credential } = input.body;
  const { retailerId, partnerId } = await findRetailer(ctx, input.retailerId);
  const { secretMembers } = connectorOf(connector);
  const shown = Object.entries(credential as object).filter(([member]) => !secretMembers.includes(member));
  const sealed = ctx.vault.seal(JSON.stringify(credential), ["connection", retailerId, connector]);
  const where = { retailerId_connector: { retailerId, connector } };
  return ctx.db.transaction({ retailerId, part: "connections" }, async (tx) => {
    const { prisma } = tx;
    const before = await prisma.connection.findUnique({ where });
    checkVersion(ctx, before?.version ?? 0);
    const now = ctx.now();
    const data = {
      ...{ parameters: Object.fromEntries(shown) as Prisma.InputJsonObject, credential: sealed, partnerId },
      // A running pull of the old credential writes nothing more.
      ...{ pulledAt: null, nextPullAt: now, failures: 0, pullId: null, leasedUntil: null, updatedAt: now },
    };
    await prisma.connection.upsert({
      where,
      create: { retailerId, connector, ...data, createdAt: now },
      update: { ...data, version: { increment: 1 } },
      select: { retailerId: true },
    });
    const after = await prisma.connection.findUniqueOrThrow({ where });
    recordHistory(ctx, tx, [connectionWrite("connection.save", before, after)]);
    return presentConnection(after, (await connectedStores(prisma, retailerId)).get(connector) ?? []);
  });
}
