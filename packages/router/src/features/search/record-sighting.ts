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
 * Records that a store's in-store widget was seen, at most once a minute, and removes the warning about a missing widget. Does
 * nothing while another transaction changes the store.
 * @throws WidgetNotFound
 */
export async function recordSighting(ctx: Context, { body }: WidgetSighting): Promise<void> {
  const found = await ctx.db.prisma.store.findFirst({
    where: { widgetToken: body.widgetToken },
    select: {
      ...{ retailerId: true, id: true, widgetSeenAt: true },
      channels: { where: { channel: "search" }, select: { warnings: true } },
    },
  });
  if (!found) throw new DomainError("WidgetNotFound", "No store has a widget with this token.");
  const { retailerId, id: storeId, channels } = found;
  const hasWarning = channels.some(({ warnings }) => (warnings as Warning[]).some(isAboutWidget));
  const now = ctx.now();
  const isNew = (seenAt: Date | null): boolean => !seenAt || now.getTime() - seenAt.getTime() >= MINUTE;
  if (!isNew(found.widgetSeenAt) && !hasWarning) return;
  await ctx.db.transaction({ retailerId, storeId }, async (tx) => {
    const [locked] = await tx.query<{ seenAt: Date | null }>(lockForSightingSql, [retailerId, storeId]);
    if (!locked) return;
    if (isNew(locked.seenAt)) {
      await tx.prisma.store.updateMany({ where: { retailerId, id: storeId }, data: { widgetSeenAt: now } });
    }
    const channel = await readChannel(tx, { retailerId, storeId }, "search");
    if (!channel?.warnings.some(isAboutWidget)) return;
    const rest = channel.warnings.filter((warning) => !isAboutWidget(warning));
    await saveChannel(tx, channel, { ...channel, warnings: rest }, "worker", now);
  });
}
