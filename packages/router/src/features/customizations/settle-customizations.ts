import type { SqlTx } from "@highstreet/db";
import { enabledChannels } from "../../core/channels/index.ts";
import { recordHistory } from "../../core/history/index.ts";
import { announceItems } from "../../core/log/index.ts";
import { storeNotFound } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { markListings } from "../listings/index.ts";
import { customizationWrite } from "./customization-write.ts";
import type { Merged } from "./merge-customization.ts";
import { presentCustomization } from "./present-customization.ts";

async function checkChannels(tx: SqlTx, { target, channels }: Merged): Promise<void> {
  if (!channels.length) return;
  const enabled = await enabledChannels(tx, target.retailerId, target.storeId);
  const missing = channels.filter((channel) => !enabled.has(channel));
  if (!missing.length) return;
  const where = target.storeId ? "for the store" : "in any store of the retailer";
  throw new DomainError(
    "ChannelNotEnabledForStore",
    `Not enabled ${where}: ${missing.join(", ")}. Enable it first, or leave it out.`,
    {
      channels: missing,
      errors: missing.map((channel) => ({
        pointer: `/channels/${channels.indexOf(channel)}`,
        code: "InvalidValue",
        message: `${channel} is not enabled ${where}`,
      })),
    },
  );
}

/**
 * The second half of edits, once all of them are merged and then the stores are locked, as rows are locked in that order:
 * checks, writes the history, and announces what is shown or hidden.
 * @param locked the stores, of which all that the edits are about and that exist are locked
 * @param each runs what concerns one edit, so that the caller can say which failed
 * @throws StoreNotFound, ChannelNotEnabledForStore
 */
export async function settleCustomizations(
  ctx: Context,
  tx: SqlTx,
  { retailerId, storeIds }: { retailerId: string; storeIds: string[] },
  edits: Merged[],
  each: (index: number, check: () => Promise<void>) => Promise<void> = (_, check) => check(),
): Promise<void> {
  for (const [index, edit] of edits.entries()) {
    await each(index, async () => {
      if (edit.target.storeId !== null && !storeIds.includes(edit.target.storeId)) throw storeNotFound();
      await checkChannels(tx, edit);
    });
  }
  const writes = edits.flatMap(({ itemKey, record, cleared }) =>
    [record, ...cleared].map((row) => customizationWrite(retailerId, itemKey, row.previous, presentCustomization(row))),
  );
  recordHistory(ctx, tx, writes);
  const items = { storeIds, itemKeys: edits.map(({ itemKey }) => itemKey) };
  announceItems(tx, retailerId, items, ctx.now());
  markListings(tx, retailerId, items, ctx.now());
}
