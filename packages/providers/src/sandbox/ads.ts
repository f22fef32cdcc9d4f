import { createHash } from "node:crypto";
import { type AdsArea, type AdsProvider, type CampaignDay, noSuchCampaign } from "../ads-provider.ts";
import { worldOfId } from "../test-world.ts";
import type { SandboxWorld } from "./world.ts";

interface KnownCampaign {
  dailyBudget: number;
  isPaused: boolean;
  area: AdsArea;
  leftOut?: string[];
  /** Days of the sandbox's life with ads before the current run. */
  ranDays?: number;
  /** Milliseconds. */
  runsSince?: number | null;
}

const DAY = 86_400_000;

/** The same at every call. Spend: 60 to 110 % of the budget. A click costs 15 to 45 pence and has 30 to 70 impressions. */
function outcomeOfDay(campaignId: string, date: string, budget: number): CampaignDay {
  const [one = 0, two = 0, three = 0] = createHash("sha256").update(`${campaignId} ${date}`).digest();
  const spend = Math.round((budget * (60 + (one / 255) * 50)) / 100);
  const clicks = Math.floor(spend / (15 + (two / 255) * 30));
  return { date, spend: clicks && spend, clicks, impressions: Math.round(clicks * (30 + (three / 255) * 40)) };
}

/** Each day of the sandbox's life gives one more day of outcome. */
export function createSandboxAds({ memory, now, speed }: SandboxWorld): AdsProvider {
  const read = async (campaignId: string) => (await memory.get(`campaign:${campaignId}`)) as KnownCampaign | undefined;

  async function change(campaignId: string, fields: Partial<KnownCampaign>): Promise<void> {
    const before = await read(campaignId);
    if (!before) throw noSuchCampaign();
    await memory.put(`campaign:${campaignId}`, { ...before, ...fields } satisfies KnownCampaign);
  }

  const daysOf = ({ ranDays = 0, runsSince }: KnownCampaign): number =>
    ranDays + (runsSince == null ? 0 : ((now().getTime() - runsSince) * speed) / DAY);

  return {
    async createCampaign({ storeId, merchantId, dailyBudget, area }) {
      const id = worldOfId(merchantId) + storeId;
      const made: KnownCampaign = { dailyBudget, isPaused: true, area };
      if (!(await read(id))) await memory.put(`campaign:${id}`, made);
      return id;
    },
    async setBudget(campaignId, pence) {
      const before = await read(campaignId);
      const runsSince = before?.runsSince ?? now().getTime();
      await change(campaignId, { dailyBudget: pence, isPaused: false, runsSince });
    },
    async pause(campaignId) {
      const before = await read(campaignId);
      await change(campaignId, { isPaused: true, ranDays: before ? daysOf(before) : 0, runsSince: null });
    },
    setRadius: (campaignId, area) => change(campaignId, { area }),
    leaveOut: (campaignId, leftOut) => change(campaignId, { leftOut }),
    async readCampaign(campaignId) {
      const found = await read(campaignId);
      if (!found) return null;
      const { isPaused, dailyBudget, area } = found;
      return { status: isPaused ? "paused" : "running", reasons: [], dailyBudget, area };
    },
    async readOutcome(campaignId, { from, to }) {
      const found = await read(campaignId);
      if (!found) return [];
      const dates = [];
      for (let at = Date.parse(from); at <= Date.parse(to); at += DAY) {
        dates.push(new Date(at).toISOString().slice(0, 10));
      }
      const ran = Math.floor(daysOf(found));
      return dates.slice(ran ? -ran : dates.length).map((date) => outcomeOfDay(campaignId, date, found.dailyBudget));
    },
  };
}
