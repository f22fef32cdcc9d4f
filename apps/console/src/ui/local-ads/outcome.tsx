"use client";

import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { Facts } from "../parts/facts.tsx";
import { moment, money, quantity } from "../parts/formats.ts";
import { Hint } from "../parts/hint.tsx";
import { LoadFailed } from "../parts/notice.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { useStore } from "../shell/shop-context.tsx";
import classes from "./local-ads.module.css";
import { texts } from "./texts.ts";

const MINUTE = 60_000;

const OutcomeChart = dynamic(() => import("./charts.tsx").then((chart) => chart.OutcomeChart), {
  ssr: false,
  loading: () => <Skeleton height={200} radius="md" />,
});

const words = texts.outcome;

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
          {words.none}
        </Text>
        <Hint>{words.noneText}</Hint>
      </div>
    );
  }
  return (
    <section aria-label={words.title} className={classes.column}>
      <Text size="sm" fw={600}>
        {words.title}
      </Text>
      <Facts
        facts={[
          [words.spend, money(spend, currency)],
          [words.clicks, quantity(clicks)],
          [words.impressions, quantity(impressions)],
          ...(clicks ? [[words.perClick, money(spend / clicks, currency)] as [string, string]] : []),
        ]}
      />
      <OutcomeChart outcome={outcome.data} />
      <Text size="xs" c="dimmed">
        {words.updated(moment(readAt, store.timezone))}
      </Text>
    </section>
  );
}
