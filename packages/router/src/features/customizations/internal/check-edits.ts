import type { Sql } from "@highstreet/db";
import type { ChannelId, NotShownIn } from "../../../core/channels/channel.schema.ts";
import { enabledChannels, storesWithout } from "../../../core/channels/index.ts";
import { DomainError, validationFailed } from "../../../kernel/errors.ts";
import type { Customization } from "../customizations.schema.ts";
import { untitledSql } from "../customizations.sql.ts";

/** The record of one store must not become an edit of all stores. @throws ValidationFailed */
export function checkSameStore(storeId: string | null, sentBack: unknown): void {
  if (sentBack === undefined || sentBack === null) return;
  if (typeof sentBack === "string" && sentBack.toLowerCase() === storeId) return;
  const message = "is not the store of the address; send the record of a store to the address of its store";
  throw validationFailed([{ pointer: "/storeId", code: "InvalidValue", message }]);
}

/**
 * For all stores (`storeId` null), the channels must be enabled in any store.
 * @param isKept the record has these channels already
 * @returns the stores that lack a channel of an edit for all stores
 * @throws ChannelNotEnabledForStore
 */
export async function checkChannels(
  tx: Sql,
  { retailerId, storeId }: { retailerId: string; storeId: string | null },
  channels: ChannelId[],
  isKept = false,
): Promise<NotShownIn | undefined> {
  if (!channels.length) return undefined;
  const enabled = await enabledChannels(tx, retailerId, storeId);
  const missing = channels.filter((channel) => !enabled.has(channel));
  if (isKept || !missing.length) return storeId ? undefined : storesWithout(tx, retailerId, channels);
  const where = storeId ? "for the store" : "in any store of the retailer";
  const message = `Not enabled ${where}: ${missing.join(", ")}. Enable it first, or leave it out.`;
  throw new DomainError("ChannelNotEnabledForStore", message, {
    channels: missing,
    errors: missing.map((channel) => ({
      pointer: `/channels/${channels.indexOf(channel)}`,
      code: "InvalidValue",
      message: `${channel} is not enabled ${where}`,
    })),
  });
}

const texts = ["description", "brand", "image"] as const;

/**
 * An edit adds a text or a picture without an own title, or removes the own title above them. What it leaves as it was is not its fault.
 */
export function needsTitle(previous: Customization | null, edited: Customization): boolean {
  if (lacksTitle(edited, previous)) return true;
  return edited.for !== null && lacksTitle(asSearch(edited), previous && asSearch(previous));
}

const asSearch = (edit: Customization): Customization => ({
  ...edit,
  ...edit.for?.search,
  title: edit.for?.search.title ?? edit.title,
});

function lacksTitle(edited: Customization, previous: Customization | null): boolean {
  if (edited.title !== null || texts.every((field) => edited[field] === null)) return false;
  if (previous && previous.title !== null) return true;
  return texts.some(
    (field) => edited[field] !== null && JSON.stringify(edited[field]) !== JSON.stringify(previous?.[field]),
  );
}

/** The first edit with neither an own title nor that of the product in a store of the edit. */
export async function findUntitled<Edit extends { itemKey: string; storeId: string | null }>(
  tx: Sql,
  retailerId: string,
  edits: Edit[],
): Promise<Edit | undefined> {
  if (!edits.length) return undefined;
  const keys = edits.map(({ itemKey }) => itemKey);
  const stores = edits.map(({ storeId }) => storeId);
  const [found] = await tx.query<{ n: number }>(untitledSql, [retailerId, keys, stores]);
  return found && edits[found.n - 1];
}

export const NO_TITLE = "An own text or picture needs a title, and the product has none.";

export function untitled(): DomainError {
  return new DomainError("IncompleteCustomData", NO_TITLE, {
    missing: ["title"],
    errors: [{ pointer: "/title", code: "Required", message: "is required: the product has no title" }],
  });
}
