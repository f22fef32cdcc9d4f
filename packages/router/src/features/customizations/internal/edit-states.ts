import type { Sql } from "@highstreet/db";
import { type EditStateRow, editStatesSql } from "../customizations.sql.ts";

/** The values of a product that an edit for all stores, or for one store, starts from. */
export interface EditState extends Omit<EditStateRow, "hiddenInAll" | "hiddenInSome" | "channelLists" | "channels"> {
  /** null: differs between stores. */
  hidden: boolean | null;
  /** null: every channel; undefined: differs between stores. */
  channels: string[] | null | undefined;
}

/** The states of items for an edit, in the order of their keys. Leaves out items that no store has. */
export async function readEditStates(
  sql: Sql,
  { retailerId, storeId }: { retailerId: string; storeId: string | null },
  itemKeys: string[],
): Promise<EditState[]> {
  if (!itemKeys.length) return [];
  const rows = await sql.query<EditStateRow>(editStatesSql, [retailerId, storeId, itemKeys]);
  return rows.map(({ hiddenInAll, hiddenInSome, channelLists, channels, ...state }) => ({
    ...state,
    hidden: hiddenInAll === hiddenInSome ? hiddenInAll : null,
    channels: channelLists === 1 ? channels : undefined,
  }));
}
