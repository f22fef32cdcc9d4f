"use client";

import { type AdsOverview, mostBudgets } from "@highstreet/router/features/local-ads/overview.schema.ts";
import type { ReactNode } from "react";
import { Facts } from "../frame/facts.tsx";
import { moment, money } from "../frame/formats.ts";
import { useStore } from "../shell/store-context.tsx";
import { texts } from "./texts.ts";

const words = texts.budget;
const pounds = (amount: number) => money(amount, "GBP");

/** The ads service's codes are words in capitals. */
const inWords = (code: string) => code.toLowerCase().replaceAll("_", " ");

/** The budget now and from midnight, and the state of the ads. */
export function BudgetFacts({ overview }: { overview: AdsOverview }) {
  const { store } = useStore();
  const { budget, upcoming, dayAtMost, monthAtMost, campaign } = overview;
  const facts: [string, ReactNode][] = [[words.day, budget ? pounds(budget) : words.none]];
  if (upcoming) {
    const then = upcoming.dailyBudget ? pounds(upcoming.dailyBudget) : words.end;
    facts.push([words.from(moment(upcoming.activates, store.timezone)), then]);
  }
  if (dayAtMost) {
    facts.push([words.dayAtMost, words.limit(pounds(dayAtMost), mostBudgets.day)]);
    facts.push([words.monthAtMost, words.limit(pounds(monthAtMost), mostBudgets.month)]);
  }
  if (campaign)
    facts.push([words.ads, [words.campaigns[campaign.status], ...campaign.reasons.map(inWords)].join(" · ")]);
  return <Facts facts={facts} areNamesLong />;
}
