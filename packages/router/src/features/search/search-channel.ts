import type { SqlTx } from "@highstreet/db";
import type { ChannelKind, StoreIds } from "../../core/channels/index.ts";
import type { SearchParameters } from "../channels/parameters.schema.ts";
import { enableSearch } from "./enable-search.ts";
import { removeSearch } from "./remove-search.ts";
import { checkSetupSoonSql } from "./search.sql.ts";

function checkSoon(tx: SqlTx, { retailerId, storeId }: StoreIds, now: Date): void {
  tx.send(checkSetupSoonSql, [retailerId, storeId, now]);
}

/** The fields of a store that the search engine knows (`registerStore`). */
const registered = ["name", "address", "postcode", "city", "country", "phone"] as const;

/** The search channel, as the registry of channels calls it. */
export const searchChannel: ChannelKind<SearchParameters> = {
  enable: enableSearch,
  remove: removeSearch,
  onStoreChanged: async (tx, before, after, now) => {
    if (registered.some((field) => before[field] !== after[field])) checkSoon(tx, after, now);
  },
  checkSoon,
};
