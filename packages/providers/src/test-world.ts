import type { Providers } from "./providers.ts";
import type { Invitation } from "./search-provider.ts";

const TEST = "test:";

/** Marks an id of the outside world that belongs to a test retailer. A partner's locations meet no location of another partner. */
export const testIdOf = (partnerId: string, id: string): string => `${TEST}${partnerId}:${id}`;

export const isTestId = (id: string): boolean => id.startsWith(TEST);

/** The id as the partner gave it. */
export const givenIdOf = (id: string): string => id.slice(id.lastIndexOf(":") + 1);

/** The part of an id before the given one: only ids with the same one can meet. */
export const worldOfId = (id: string): string => id.slice(0, id.length - givenIdOf(id).length);

/** The providers that answer for an id: the sandbox for one of `testIdOf`. */
export const providersFor = (providers: Providers, id: string): Providers =>
  isTestId(id) ? (providers.test ?? providers) : providers;

/**
 * Providers that ask `test` for everything of a test retailer, and `live` for the rest. The ids decide: those of locations, accounts,
 * invitations and campaigns of test retailers begin with a mark, so a call for a test retailer cannot reach `live`.
 */
export function withTestWorld(live: Providers, test: Providers): Providers {
  const of = (id: string) => (isTestId(id) ? test : live);
  const searchOf = (id: string) => of(id).search;
  const adsOf = (id: string) => of(id).ads;
  return {
    ...live,
    test,
    search: {
      businessAccountId: live.search.businessAccountId,
      findInvitations: async (waiting) => {
        const worlds = [...Map.groupBy(waiting, ({ locationId }) => of(locationId))];
        const asked = await Promise.allSettled(worlds.map(([world, theirs]) => world.search.findInvitations(theirs)));
        const found: Invitation[] = asked.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
        const failed = asked.find(({ status }) => status === "rejected");
        // One world's failure keeps nothing from the other.
        if (failed && !found.length) throw (failed as PromiseRejectedResult).reason;
        return found;
      },
      acceptInvitation: (id) => searchOf(id).acceptInvitation(id),
      readProfile: (id) => searchOf(id).readProfile(id),
      setStoreCode: (id, code) => searchOf(id).setStoreCode(id, code),
      openMerchant: (merchant) => searchOf(merchant.retailerId).openMerchant(merchant),
      insertStore: (store) => searchOf(store.merchantId).insertStore(store),
      submitItem: (store, item) => searchOf(store.merchantId).submitItem(store, item),
      describeItem: (merchant, item) => searchOf(merchant.merchantId).describeItem(merchant, item),
      forgetDescription: (merchant, item) => searchOf(merchant.merchantId).forgetDescription(merchant, item),
      readState: (store) => searchOf(store.merchantId).readState(store),
      listProblems: (merchant) => searchOf(merchant.merchantId).listProblems(merchant),
      giveUpAccess: (id) => searchOf(id).giveUpAccess(id),
    },
    ads: {
      createCampaign: (campaign) => adsOf(campaign.merchantId).createCampaign(campaign),
      setBudget: (id, pence) => adsOf(id).setBudget(id, pence),
      pause: (id) => adsOf(id).pause(id),
      setRadius: (id, area) => adsOf(id).setRadius(id, area),
      leaveOut: (id, offers) => adsOf(id).leaveOut(id, offers),
      readCampaign: (id) => adsOf(id).readCampaign(id),
      readOutcome: (id, days) => adsOf(id).readOutcome(id, days),
    },
  };
}
