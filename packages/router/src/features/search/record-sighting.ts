import { ahead } from "../../access/find-retailer.ts";
import type { Warning } from "../../core/channels/channel.schema.ts";
import { readChannel, saveChannel } from "../../core/channels/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { searchWarnings } from "./internal/search-warnings.ts";
import { lockForSightingSql } from "./search.sql.ts";
import type { WidgetSighting } from "./setup.schema.ts";

const MINUTE = 60_000;
const { id: WARNING } = searchWarnings.widgetNotSeen;

const isAboutWidget = ({ id }: Warning): boolean => id === WARNING;

/**
 * Records a sighting, at most one a minute, and removes the warning about a missing widget. Does nothing while another transaction changes
 * the store.
 * @throws WidgetNotFound
 */
export async function recordSighting(ctx: Context, { body }: WidgetSighting): Promise<void> {
  const found = await ctx.db.prisma.store.findFirst({
    where: { widgetToken: body.widgetToken },
    select: {
      retailerId: true,
      id: true,
      widgetSeenAt: true,
      retailer: { select: { clockAhead: true } },
      channels: { where: { channel: "search" }, select: { warnings: true } },
    },
  });
  if (!found) throw new DomainError("WidgetNotFound", "No store has a widget with this token.");
  const { retailerId, id: storeId, channels, retailer } = found;
  const hasWarning = channels.some(({ warnings }) => (warnings as Warning[]).some(isAboutWidget));
  const now = ctx.now();
  const isNew = (before: Date | null, at: Date): boolean =>
    !before || Math.abs(at.getTime() - before.getTime()) >= MINUTE;
  const seenAt = ahead(now, retailer?.clockAhead ?? 0);
  if (!isNew(found.widgetSeenAt, seenAt) && !hasWarning) return;
  await ctx.db.transaction({ retailerId, storeId }, async (tx) => {
    const [locked] = await tx.query<{ seenAt: Date | null }>(lockForSightingSql, [retailerId, storeId]);
    if (!locked) return;
    if (isNew(locked.seenAt, seenAt)) {
      await tx.prisma.store.updateMany({ where: { retailerId, id: storeId }, data: { widgetSeenAt: seenAt } });
    }
    const channel = await readChannel(tx, { retailerId, storeId }, "search");
    if (!channel?.warnings.some(isAboutWidget)) return;
    const rest = channel.warnings.filter((warning) => !isAboutWidget(warning));
    await saveChannel(tx, channel, { ...channel, warnings: rest }, "worker", now);
  });
}
