import { isDeepStrictEqual } from "node:util";
import { type AdsProvider, noSuchCampaign } from "../ads-provider.ts";
import { ProviderError } from "../provider-error.ts";
import type { CallGoogle } from "./call.ts";
import {
  byId,
  byName,
  type CampaignRow,
  campaignName,
  circleOf,
  creationOf,
  type DayRow,
  dayOf,
  microsOfPence,
  outcomeOf,
  type ProximityRow,
  proximityOf,
  stateOf,
} from "./campaigns.ts";
import {
  type KeptRow,
  keptOf,
  type LeftOutRow,
  leaveOutOperations,
  leftOutOf,
  MAX_OPERATIONS,
} from "./listing-groups.ts";
import type { GoogleSettings } from "./settings.ts";

interface Made {
  mutateOperationResponses: { campaignResult?: { resourceName: string } }[];
}

interface Page<Row> {
  results?: Row[];
  nextPageToken?: string;
}

/** The id of a campaign is its resource name. */
export function createGoogleAds(call: CallGoogle, { ads }: GoogleSettings): AdsProvider {
  const path = `/${ads.version}/customers/${ads.customer}`;
  let isInPounds = false;

  const post = <Answer>(method: string, body: unknown, isRepeatable: boolean) =>
    call<Answer>({ service: "ads", method: "POST", path: `${path}/${method}`, body, isRepeatable });

  /** One page of Google has 10,000 rows. */
  async function list<Row>(query: string): Promise<Row[]> {
    const rows: Row[] = [];
    let pageToken: string | undefined;
    do {
      const page: Page<Row> = await post("googleAds:search", { query, ...(pageToken && { pageToken }) }, true);
      rows.push(...(page.results ?? []));
      pageToken = page.nextPageToken;
    } while (pageToken);
    return rows;
  }

  const find = async <Row>(query: string): Promise<Row | undefined> => (await list<Row>(query))[0];

  async function seePounds(): Promise<void> {
    if (isInPounds) return;
    const row = await find<{ customer: { currencyCode: string } }>("SELECT customer.currency_code FROM customer");
    const currency = row?.customer.currencyCode;
    if (currency !== "GBP") {
      const message = `The ads account is in ${currency ?? "no currency"}: budgets are in GBP.`;
      throw new ProviderError("setup", message, { reason: "CURRENCY_NOT_GBP" });
    }
    isInPounds = true;
  }

  async function read(campaignId: string): Promise<CampaignRow> {
    const row = await find<CampaignRow>(byId(campaignId));
    if (!row || row.campaign.status === "REMOVED") throw noSuchCampaign();
    return row;
  }

  async function setStatus({ campaign }: CampaignRow, status: "ENABLED" | "PAUSED"): Promise<void> {
    if (campaign.status === status) return;
    const operations = [{ update: { resourceName: campaign.resourceName, status }, updateMask: "status" }];
    await post("campaigns:mutate", { operations }, true);
  }

  return {
    async createCampaign(wanted) {
      await seePounds();
      const name = campaignName(wanted.storeId);
      const before = await find<CampaignRow>(byName(name));
      if (before) return before.campaign.resourceName;
      try {
        const request = { mutateOperations: creationOf(ads.customer, wanted) };
        const { mutateOperationResponses } = await post<Made>("googleAds:mutate", request, false);
        const made = mutateOperationResponses.find(({ campaignResult }) => campaignResult);
        if (made?.campaignResult) return made.campaignResult.resourceName;
      } catch (error) {
        // An earlier call lost its answer, or another worker created the campaign.
        const made = await find<CampaignRow>(byName(name));
        if (!made) throw error;
        return made.campaign.resourceName;
      }
      throw new ProviderError("unavailable", "Google does not say which campaign it made.");
    },

    async setBudget(campaignId, pence) {
      await seePounds();
      const row = await read(campaignId);
      const amountMicros = microsOfPence(pence);
      if (row.campaignBudget.amountMicros !== amountMicros) {
        const update = { resourceName: row.campaign.campaignBudget, amountMicros };
        await post("campaignBudgets:mutate", { operations: [{ update, updateMask: "amountMicros" }] }, true);
      }
      await setStatus(row, "ENABLED");
    },

    pause: async (campaignId) => setStatus(await read(campaignId), "PAUSED"),

    async setRadius(campaignId, area) {
      await read(campaignId);
      const before = await find<ProximityRow>(circleOf(campaignId));
      const proximity = proximityOf(area);
      if (before && isDeepStrictEqual(before.campaignCriterion.proximity, proximity)) return;
      const operations = [
        ...(before ? [{ remove: before.campaignCriterion.resourceName }] : []),
        { create: { campaign: campaignId, proximity } },
      ];
      await post("campaignCriteria:mutate", { operations }, false);
    },

    async leaveOut(campaignId, offerIds) {
      await read(campaignId);
      for (let isAll = false; !isAll; ) {
        const kept = await list<KeptRow>(keptOf(campaignId));
        const operations = leaveOutOperations(kept, await list<LeftOutRow>(leftOutOf(campaignId)), offerIds);
        isAll = operations.length <= MAX_OPERATIONS;
        if (!operations.length) return;
        await post("adGroupCriteria:mutate", { operations: operations.slice(0, MAX_OPERATIONS) }, false);
      }
    },

    async readCampaign(campaignId) {
      const row = await find<CampaignRow>(byId(campaignId));
      return row ? stateOf(row, await find<ProximityRow>(circleOf(campaignId))) : null;
    },

    async readOutcome(campaignId, days) {
      await seePounds();
      return (await list<DayRow>(outcomeOf(campaignId, days))).map(dayOf);
    },
  };
}
