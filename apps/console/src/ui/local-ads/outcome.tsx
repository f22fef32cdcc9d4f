"use client";

import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { Facts } from "../frame/facts.tsx";
import { moment, money } from "../frame/formats.ts";
import { LoadFailed } from "../frame/load-failed.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { useStore } from "../shell/store-context.tsx";
import classes from "./local-ads.module.css";

const MINUTE = 60_000;

const OutcomeChart = dynamic(() => import("./outcome-chart.tsx").then((chart) => chart.OutcomeChart), {
  ssr: false,
  loading: () => <Skeleton height={200} radius="md" />,
});

const texts = {
  title: "The last 30 days",
  none: "No outcome yet",
  noneText: "Spend and clicks appear here within a day after the ads start.",
  spend: "Spend",
  clicks: "Clicks",
  impressions: "Times shown",
  perClick: "Spend a click",
  updated: (time: string) => `Updated ${time}. The last days can still change.`,
};

const whole = (value: number): string => value.toLocaleString("en-GB");

/** What a store's ads cost and did in the last 30 days. */
export function Outcome() {
  const trpc = useTRPC();
  const { ids, store } = useStore();
  const outcome = useQuery(trpc.localAds.outcome.queryOptions(ids, { refetchInterval: MINUTE }));
  if (outcome.isLoadingError)
    return <LoadFailed message={outcome.error.message} retry={() => void outcome.refetch()} />;
  if (outcome.isPending) return <Skeleton height={200} radius="md" />;
  const { readAt, days, spend, clicks, impressions, currency } = outcome.data;
  if (!days.length || readAt === null) {
    return (
      <div>
        <Text size="sm" fw={600}>
          {texts.none}
        </Text>
        <Text size="sm" c="dimmed">
          {texts.noneText}
        </Text>
      </div>
    );
  }
  return (
    <section aria-label={texts.title} className={classes.column}>
      <Text size="sm" fw={600}>
        {texts.title}
      </Text>
      <Facts
        facts={[
          [texts.spend, money(spend, currency)],
          [texts.clicks, whole(clicks)],
          [texts.impressions, whole(impressions)],
          ...(clicks ? [[texts.perClick, money(spend / clicks, currency)] as [string, string]] : []),
        ]}
      />
      <OutcomeChart outcome={outcome.data} />
      <Text size="xs" c="dimmed">
        {texts.updated(moment(readAt, store.timezone))}
      </Text>
    </section>
  );
}
