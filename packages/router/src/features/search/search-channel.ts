import type { ChannelKind, StoreIds, WithPrisma } from "../../core/channels/index.ts";
import type { SearchParameters } from "../channels/parameters.schema.ts";
import { enableSearch } from "./enable-search.ts";
import { nextSteps } from "./internal/next-steps.ts";
import { removeSearch } from "./remove-search.ts";

/** Makes the next check due. A running check is then repeated. */
async function checkSoon({ prisma }: WithPrisma, { retailerId, storeId }: StoreIds, now: Date): Promise<void> {
  const where = { retailerId, storeId, nextCheckAt: { gt: now } };
  await prisma.searchSetup.updateMany({ where, data: { nextCheckAt: now } });
}

/** The fields of a store that the search engine knows (`registerStore`). */
const registered = ["name", "address", "postcode", "city", "country", "phone"] as const;

/** The search channel, as the registry of channels calls it. */
export const searchChannel: ChannelKind<SearchParameters> = {
  nextSteps,
  enable: enableSearch,
  remove: removeSearch,
  onStoreChanged: async (tx, before, after, now) => {
    if (registered.some((field) => before[field] !== after[field])) await checkSoon(tx, after, now);
  },
  checkSoon,
};
