import { type AdsProvider, ProviderError } from "@highstreet/providers";
import type { AdsStep } from "./next-step.ts";

/** Tells the ads service one thing. @returns the campaign's id @throws ProviderError */
export async function performStep(ads: AdsProvider, step: AdsStep): Promise<string> {
  if (step.kind === "create") {
    const { merchantId, ...campaign } = step.campaign;
    if (!merchantId)
      throw new ProviderError("unavailable", "The retailer's account at the search engine is not known yet.");
    return ads.createCampaign({ ...campaign, merchantId });
  }
  const { campaignId } = step;
  if (step.kind === "area") await ads.setRadius(campaignId, step.area);
  else if (step.kind === "budget") await ads.setBudget(campaignId, step.pence);
  else await ads.pause(campaignId);
  return campaignId;
}
