"use client";

import type { ChannelRecord } from "@highstreet/router/core/channels/channel.schema.ts";
import { type AdsOverview, costAtMost, maxBudgets } from "@highstreet/router/features/local-ads/overview.schema.ts";
import { Progress, Skeleton } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { type ReactNode, useId } from "react";
import { useRefresh, WriteButton } from "../channel/channel.tsx";
import { Facts } from "../parts/facts.tsx";
import { localDate, moment, money, quantity } from "../parts/formats.ts";
import { Hint } from "../parts/hint.tsx";
import { LoadFailed, Notice } from "../parts/notice.tsx";
import { showToast } from "../parts/toasts.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { warningWords } from "../server-words/server-words.ts";
import { useStore } from "../shell/shop-context.tsx";
import { Area } from "./area.tsx";
import classes from "./local-ads.module.css";
import { Outcome } from "./outcome.tsx";
import { texts } from "./texts.ts";

const BudgetChart = dynamic(() => import("./charts.tsx").then((chart) => chart.BudgetChart), {
  ssr: false,
  loading: () => <Skeleton height={200} radius="md" />,
});

export function Overview({ record }: { record: ChannelRecord | undefined }) {
  const trpc = useTRPC();
  const { ids, store } = useStore();
  const overview = useQuery(trpc.localAds.overview.queryOptions(ids));
  if (overview.isLoadingError)
    return <LoadFailed message={overview.error.message} retry={() => void overview.refetch()} />;
  if (overview.isPending) return <Skeleton height={200} radius="md" />;
  const { area, areaType, inStock, problem, history } = overview.data;
  return (
    <div className={classes.room}>
      {problem && <Notice tone="warning">{warningWords(problem)}</Notice>}
      <div className={classes.columns} data-area={area !== null && record !== undefined}>
        <div className={classes.column}>
          {record && <BudgetFacts overview={overview.data} />}
          <Eligibility inStock={inStock} />
          {record && <Outcome />}
          {history.length > 0 && <BudgetChart history={history} today={localDate(Date.now(), store.timezone)} />}
        </div>
        {area ? <Area area={area} note={texts.area.types[areaType]} /> : <Hint>{texts.area.none}</Hint>}
      </div>
    </div>
  );
}

function Eligibility({ inStock: { actual, required } }: { inStock: { actual: number; required: number } }) {
  const id = useId();
  return (
    <div>
      <div className={classes.need}>
        <span id={id}>{texts.inStock(quantity(required))}</span>
        <span className={classes.needCount}>
          {quantity(actual)}/{quantity(required)}
        </span>
      </div>
      <Progress.Root
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={required}
        aria-valuenow={Math.min(actual, required)}
        aria-valuetext={texts.ofRequired(quantity(actual), quantity(required))}
      >
        <Progress.Section
          withAria={false}
          value={Math.min(100, (100 * actual) / required)}
          color={actual < required ? "yellow" : undefined}
        />
      </Progress.Root>
    </div>
  );
}

const pounds = (amount: number) => money(amount, "GBP");

/** The ads service's codes are words in capitals. */
const inWords = (code: string) => code.toLowerCase().replaceAll("_", " ");

function BudgetFacts({ overview }: { overview: AdsOverview }) {
  const { store } = useStore();
  const { budget, upcoming, dayAtMost, monthAtMost, campaign } = overview;
  const facts: [string, ReactNode][] = [[texts.budget.day, budget ? pounds(budget) : texts.budget.none]];
  if (upcoming) {
    const then = upcoming.dailyBudget ? pounds(upcoming.dailyBudget) : texts.budget.end;
    facts.push([texts.budget.from(moment(upcoming.activates, store.timezone)), then]);
  }
  if (dayAtMost) {
    facts.push([texts.budget.dayAtMost, texts.budget.limit(pounds(dayAtMost), maxBudgets.day)]);
    facts.push([texts.budget.monthAtMost, texts.budget.limit(pounds(monthAtMost), maxBudgets.month)]);
  }
  if (campaign)
    facts.push([
      texts.budget.ads,
      [texts.budget.campaigns[campaign.status], ...campaign.reasons.map(inWords)].join(" · "),
    ]);
  return <Facts facts={facts} areNamesLong />;
}

/**
 * The highest cost of a budget; nothing without a budget.
 * @param budget pounds a day
 */
export function CostNote({ budget }: { budget: number }) {
  if (!(budget > 0)) return null;
  const { day, month } = costAtMost(budget);
  return texts.budget.cost(money(day, "GBP"), money(month, "GBP"));
}

/** @param cancelled called at the end, because this button disappears */
export function CancelChange({ cancelled }: { cancelled: () => void }) {
  const trpc = useTRPC();
  const refresh = useRefresh();
  const { ids } = useStore();
  const { data: overview } = useQuery(trpc.localAds.overview.queryOptions(ids));
  const isEnd = overview?.upcoming?.dailyBudget === 0;
  const cancelling = useMutation(
    trpc.localAds.cancelChange.mutationOptions({
      onSuccess: async () => {
        await refresh();
        showToast({ message: isEnd ? texts.cancel.adsKept : texts.cancel.done });
        cancelled();
      },
      onError: ({ message }) => showToast({ isError: true, title: texts.cancel.failed, message }),
    }),
  );
  if (!overview?.canCancel) return null;
  return (
    <WriteButton variant="default" isBusy={cancelling.isPending} onClick={() => cancelling.mutate(ids)}>
      {isEnd ? texts.cancel.keepAds : texts.cancel.change}
    </WriteButton>
  );
}
