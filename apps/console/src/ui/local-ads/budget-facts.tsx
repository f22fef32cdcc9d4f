"use client";

import type { AdsOverview } from "@highstreet/router/features/local-ads/overview.schema.ts";
import type { ReactNode } from "react";
import { Facts } from "../frame/facts.tsx";
import { moment, money } from "../frame/formats.ts";
import { useStore } from "../shell/store-context.tsx";

const campaigns: Record<NonNullable<AdsOverview["campaign"]>["status"], string> = {
  running: "Running",
  limited: "Running, but less than they could",
  blocked: "On, but no ad shows",
  paused: "Paused",
  removed: "Removed at the ads service",
};

const pounds = (amount: number) => money(amount, "GBP");

/** The ads service's codes are words in capitals. */
const inWords = (code: string) => code.toLowerCase().replaceAll("_", " ");

/** The budget now and from midnight, and the state of the ads. */
export function BudgetFacts({ overview }: { overview: AdsOverview }) {
  const { store } = useStore();
  const { budget, upcoming, dayAtMost, monthAtMost, campaign } = overview;
  const facts: [string, ReactNode][] = [["Budget a day", budget ? pounds(budget) : "None yet"]];
  if (upcoming) {
    const then = upcoming.dailyBudget ? pounds(upcoming.dailyBudget) : "Ads end";
    facts.push([`From ${moment(upcoming.activates, store.timezone)}`, then]);
  }
  if (dayAtMost) {
    facts.push(["A day costs at most", `${pounds(dayAtMost)}, which is 2 × the budget`]);
    facts.push(["A month costs at most", `${pounds(monthAtMost)}, which is 30.4 × the budget`]);
  }
  if (campaign) facts.push(["Ads", [campaigns[campaign.status], ...campaign.reasons.map(inWords)].join(" · ")]);
  return <Facts facts={facts} areNamesLong />;
}
