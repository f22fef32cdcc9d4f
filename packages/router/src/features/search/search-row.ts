import type { ChannelRow } from "../../core/channels/index.ts";
import type { SetupRow } from "./setup-row.ts";

/** What a search channel's record holds as `parameters`. */
export interface SearchRowParameters {
  locationId: string;
  /** The store code in force; null: none yet. */
  storeCode: string | null;
  /** The account to invite. */
  businessAccountId: string;
}

/** The `parameters` of a channel. @param shown the parameters that are not in the setup */
export const shownParameters = (
  { locationId, verificationCode }: Pick<SetupRow, "locationId" | "verificationCode">,
  { storeCode, businessAccountId }: Omit<SearchRowParameters, "locationId">,
): Record<string, unknown> => ({ locationId, storeCode, businessAccountId, verificationCode });

export function searchParameters(row: ChannelRow): SearchRowParameters {
  const { locationId, storeCode, businessAccountId } = row.parameters;
  if (typeof locationId !== "string" || typeof businessAccountId !== "string") {
    throw new Error(`the search channel of store ${row.storeId} has no location`);
  }
  return { locationId, storeCode: typeof storeCode === "string" ? storeCode : null, businessAccountId };
}
