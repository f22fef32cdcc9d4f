import type { AdsOverview } from "@highstreet/router/features/local-ads/overview.schema.ts";
import { inLanguage } from "../../languages/in-language.ts";

/** The texts of local ads. */
export const texts = inLanguage("localAds", {
  inStock: (required: string) => `Products in stock (local ads need ${required})`,
  ofRequired: (actual: string, required: string) => `${actual} of ${required}`,
  area: {
    label: (miles: string, store: string, place: string) => `A circle of ${miles} around ${store} (${place})`,
    text: (miles: string, store: string, note: string) => `Ads show within ${miles} of ${store}. ${note}`,
    none: "Ads show around the store as soon as we know its place, from its coordinates or its business profile.",
    types: {
      city_centre: "The store is in a city centre.",
      urban: "The store is in a town.",
      suburban: "The store is in a suburb.",
      rural: "The store is in the country.",
    } satisfies Record<AdsOverview["areaType"], string>,
    north: "N",
    south: "S",
    east: "E",
    west: "W",
  },
  history: {
    title: "The budget, day by day",
    summary: (number: string, changes: string) => `Budget a day: ${number}. ${changes}.`,
    change: (budget: string, day: string) => `${budget} from ${day}`,
    made: "Active",
    toCome: "Planned",
  },
  budget: {
    day: "Budget a day",
    none: "None yet",
    from: (time: string) => `From ${time}`,
    end: "Ads end",
    dayAtMost: "A day costs at most",
    limit: (amount: string, budgets: number) => `${amount}, which is ${budgets} × the budget`,
    monthAtMost: "A month costs at most",
    cost: (day: string, month: string) => `A day can cost up to ${day}, a month up to ${month}.`,
    ads: "Ads",
    campaigns: {
      running: "Running",
      limited: "Running, but less than they could",
      blocked: "On, but no ad shows",
      paused: "Paused",
      removed: "Removed at the ads service",
    } satisfies Record<NonNullable<AdsOverview["campaign"]>["status"], string>,
  },
  cancel: {
    keepAds: "Keep the ads",
    change: "Cancel this change",
    adsKept: "The ads continue.",
    done: "The change is cancelled.",
    failed: "The change was not cancelled",
  },
  outcome: {
    title: "The last 30 days",
    none: "No outcome yet",
    noneText: "Spend and clicks appear here within a day after the ads start.",
    summary: (days: string, spend: string, clicks: string) => `Spend and clicks on ${days}: ${spend} and ${clicks}.`,
    spend: "Spend",
    clicks: "Clicks",
    impressions: "Times shown",
    perClick: "Spend a click",
    updated: (time: string) => `Updated ${time}. The last days can still change.`,
  },
});
