import { isDeepStrictEqual } from "node:util";
import { testIdOf } from "@highstreet/providers";
import {
  type ChannelChange,
  type ChannelKind,
  type ChannelRow,
  deleteChannel,
  newChannel,
  readChannel,
  type StoreIds,
  saveChannel,
  type WithPrisma,
} from "../../core/channels/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import type { SearchParameters } from "../channels/channels.schema.ts";
import { markStore } from "../listings/index.ts";
import { channelState, otherStoreCode, searchParameters, shownParameters } from "./internal/channel-state.ts";
import { endSetup, holderOf } from "./internal/locations.ts";
import { nextSteps, storeCodeMismatch } from "./internal/search-warnings.ts";
import { insertSetup, newSetup, readSetup, updateSetup } from "./internal/setup-row.ts";

/**
 * The channel is pending until listings show. Another call with the same location keeps the progress; another location starts again.
 * @throws StoreCodeMismatch if the profile of the same location has another code (`storeCode`); ChannelInUse for another location while
 *   local ads exist
 */
async function enable(
  ctx: Context,
  { tx, store, before, now }: ChannelChange,
  { locationId: given, storeCode: givenStoreCode = null }: SearchParameters,
): Promise<ChannelRow> {
  const { isTest, partnerId } = await tx.prisma.retailer.findUniqueOrThrow({
    where: { id: store.retailerId },
    select: { isTest: true, partnerId: true },
  });
  const locationId = isTest ? testIdOf(partnerId, given) : given;
  const setup = await readSetup(tx, store);
  const { businessAccountId } = ctx.providers.search;
  if (before && setup?.locationId === locationId) {
    const otherCode = otherStoreCode(setup, givenStoreCode);
    if (otherCode) {
      const { message } = storeCodeMismatch(otherCode);
      throw new DomainError("StoreCodeMismatch", message, { storeCode: otherCode });
    }
    await updateSetup(tx, { ...setup, givenStoreCode, nextCheckAt: now });
    const storeCode = setup.storeCodeAt ? searchParameters(before).storeCode : givenStoreCode;
    const after = { ...before, parameters: shownParameters(setup, { storeCode, businessAccountId }) };
    return saveChannel(tx, before, after, "call", now);
  }
  if (setup) {
    if (await readChannel(tx, store, "local_ads")) {
      const message = "Local ads run from this location: remove them before you link another location.";
      throw new DomainError("ChannelInUse", message);
    }
    await endSetup(tx, setup, now);
  }
  const begun = newSetup(store, { locationId, givenStoreCode }, now);
  await insertSetup(tx, begun);
  const holder = await holderOf(tx, locationId, store);
  const after: ChannelRow = {
    ...newChannel(store, "search", now),
    ...channelState(begun, { holder, widgetSeenAt: null, sending: null, now }),
    createdAt: before?.createdAt ?? now,
    parameters: shownParameters(begun, { storeCode: givenStoreCode, businessAccountId }),
    waitingSince: now,
  };
  return saveChannel(tx, before, after, "call", now);
}

/** Gives up the location. @throws ChannelInUse while local ads exist */
async function remove(_: Context, { tx, store, now }: ChannelChange): Promise<undefined> {
  if (await readChannel(tx, store, "local_ads")) {
    throw new DomainError("ChannelInUse", "Local ads run from the search channel: remove them first.");
  }
  const setup = await readSetup(tx, store);
  if (setup) await endSetup(tx, setup, now);
  await deleteChannel(tx, store, "search", now);
}

/** A running check is then repeated. */
async function checkSoon({ prisma }: WithPrisma, { retailerId, storeId }: StoreIds, now: Date): Promise<void> {
  const where = { retailerId, storeId, nextCheckAt: { gt: now } };
  await prisma.searchSetup.updateMany({ where, data: { nextCheckAt: now } });
}

/** The search engine knows them (`registerStore`). */
const registered = ["name", "address", "postcode", "city", "country", "phone"] as const;

export const searchChannel: ChannelKind<SearchParameters> = {
  nextSteps,
  enable,
  remove,
  onStoreChanged: async (tx, before, after, now) => {
    if (registered.some((field) => before[field] !== after[field])) await checkSoon(tx, after, now);
    if (!isDeepStrictEqual(before.pickup, after.pickup)) await markStore(tx, after, now);
  },
  checkSoon,
};
