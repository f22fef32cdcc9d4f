import { costAtMost } from "@highstreet/router/features/local-ads/overview.schema.ts";
import { money } from "../frame/formats.ts";
import { texts } from "./texts.ts";

/**
 * The highest cost of a budget; nothing without a budget.
 * @param budget pounds a day
 */
export function CostNote({ budget }: { budget: number }) {
  if (!(budget > 0)) return null;
  const { day, month } = costAtMost(budget);
  return texts.budget.cost(money(day, "GBP"), money(month, "GBP"));
}
