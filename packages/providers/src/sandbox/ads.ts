import { type AdsArea, type AdsProvider, noSuchCampaign } from "../ads-provider.ts";
import type { SandboxWorld } from "./options.ts";

interface KnownCampaign {
  /** Pence. */
  dailyBudget: number;
  isPaused: boolean;
  area: AdsArea;
}

/** Local ads without a network. Campaigns change at once. */
export function createSandboxAds({ memory }: Pick<SandboxWorld, "memory">): AdsProvider {
  const read = async (campaignId: string) => (await memory.get(`campaign:${campaignId}`)) as KnownCampaign | undefined;

  async function change(campaignId: string, fields: Partial<KnownCampaign>): Promise<void> {
    const before = await read(campaignId);
    if (!before) throw noSuchCampaign();
    await memory.put(`campaign:${campaignId}`, { ...before, ...fields } satisfies KnownCampaign);
  }

  return {
    async createCampaign({ storeId, dailyBudget, area }) {
      const made: KnownCampaign = { dailyBudget, isPaused: true, area };
      if (!(await read(storeId))) await memory.put(`campaign:${storeId}`, made);
      return storeId;
    },
    setBudget: (campaignId, pence) => change(campaignId, { dailyBudget: pence, isPaused: false }),
    pause: (campaignId) => change(campaignId, { isPaused: true }),
    setRadius: (campaignId, area) => change(campaignId, { area }),
    async readCampaign(campaignId) {
      const found = await read(campaignId);
      if (!found) return null;
      const { isPaused, ...fields } = found;
      return { status: isPaused ? "paused" : "running", reasons: [], ...fields };
    },
  };
}
