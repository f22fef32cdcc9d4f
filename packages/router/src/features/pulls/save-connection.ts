import type { Prisma } from "@highstreet/db";
import { checkOutboundUrl } from "../../access/check-outbound-url.ts";
import { findRetailer } from "../../access/find-retailer.ts";
import { recordHistory } from "../../core/history/index.ts";
import type { Context } from "../../kernel/context.ts";
import { checkVersion } from "../../kernel/if-match.ts";
import type { Connection, SaveConnection } from "./connections.schema.ts";
import { connectedStores, connectionWrite, connectorOf, presentConnection } from "./connections.ts";

/**
 * The worker pulls everything within seconds, which shows whether the shop system accepts the credential.
 * @throws RetailerNotFound, PreconditionFailed; ValidationFailed for an address that may not be called
 */
export async function saveConnection(ctx: Context, input: SaveConnection): Promise<Connection> {
  const { connector, credential } = input.body;
  const { retailerId, partnerId } = await findRetailer(ctx, input.retailerId);
  const { secretMembers } = connectorOf(connector);
  const address = (credential as { url?: string }).url;
  const shown = Object.entries(credential as object).filter(([member]) => !secretMembers.includes(member));
  const sealed = ctx.vault.seal(JSON.stringify(credential), ["connection", retailerId, connector]);
  const where = { retailerId_connector: { retailerId, connector } };
  if (address !== undefined) {
    const before = (await ctx.db.prisma.connection.findUnique({ where }))?.parameters as { url?: string } | undefined;
    await checkOutboundUrl(address, "/credential/url", ctx.settings, before?.url);
  }
  return ctx.db.transaction({ retailerId, part: "connections" }, async (tx) => {
    const { prisma } = tx;
    const before = await prisma.connection.findUnique({ where });
    checkVersion(ctx, before?.version ?? 0);
    const now = ctx.now();
    const data = {
      parameters: Object.fromEntries(shown) as Prisma.InputJsonObject,
      credential: sealed,
      partnerId,
      // A running pull of the old credential writes nothing more.
      pulledAt: null,
      nextPullAt: now,
      failures: 0,
      pullId: null,
      leasedUntil: null,
      updatedAt: now,
    };
    await prisma.connection.upsert({
      where,
      create: { retailerId, connector, ...data, createdAt: now },
      update: { ...data, version: { increment: 1 } },
      select: { retailerId: true },
    });
    const after = await prisma.connection.findUniqueOrThrow({ where });
    await recordHistory(ctx, tx, [connectionWrite("connection.save", before, after)]);
    return presentConnection(after, (await connectedStores(prisma, retailerId)).get(connector) ?? []);
  });
}
