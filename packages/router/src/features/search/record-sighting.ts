import { readChannel, saveChannel } from "../../core/channels/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { searchWarnings } from "./internal/search-warnings.ts";
import { findByWidgetSql, lockForSightingSql, type WidgetStore } from "./search.sql.ts";
import type { WidgetSighting } from "./setup.schema.ts";

const MINUTE = 60_000;
const { id: WARNING } = searchWarnings.widgetNotSeen;

/**
 * Records that a store's in-store widget was seen, at most once a minute, and removes the warning about a missing widget. Does
 * nothing while another transaction changes the store.
 * @throws WidgetNotFound
 */
export async function recordSighting(ctx: Context, { body }: WidgetSighting): Promise<void> {
  const warnings = JSON.stringify([{ id: WARNING }]);
  const [found] = await ctx.db.query<WidgetStore>(findByWidgetSql, [body.widgetToken, warnings]);
  if (!found) throw new DomainError("WidgetNotFound", "No store has a widget with this token.");
  const { retailerId, storeId } = found;
  const now = ctx.now();
  const isNew = (seenAt: Date | null): boolean => !seenAt || now.getTime() - seenAt.getTime() >= MINUTE;
  if (!isNew(found.seenAt) && !found.hasWarning) return;
  await ctx.db.transaction({ retailerId, storeId }, async (tx) => {
    const [locked] = await tx.query<Pick<WidgetStore, "seenAt">>(lockForSightingSql, [retailerId, storeId]);
    if (!locked) return;
    if (isNew(locked.seenAt)) {
      await tx.prisma.store.updateMany({ where: { retailerId, id: storeId }, data: { widgetSeenAt: now } });
    }
    const channel = await readChannel(tx, { retailerId, storeId }, "search");
    if (!channel?.warnings.some(({ id }) => id === WARNING)) return;
    const rest = channel.warnings.filter(({ id }) => id !== WARNING);
    await saveChannel(tx, channel, { ...channel, warnings: rest }, now);
  });
}
