"use client";

import type { ChannelRecord } from "@highstreet/router/core/channels/channel.schema.ts";
import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { localDate } from "../frame/formats.ts";
import { LoadFailed } from "../frame/load-failed.tsx";
import { Notice } from "../frame/notice.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { useStore } from "../shell/store-context.tsx";
import { Area } from "./area.tsx";
import { BudgetFacts } from "./budget-facts.tsx";
import { Eligibility } from "./eligibility.tsx";
import classes from "./local-ads.module.css";
import { Outcome } from "./outcome.tsx";
import { texts } from "./texts.ts";

const BudgetChart = dynamic(() => import("./budget-chart.tsx").then((chart) => chart.BudgetChart), {
  ssr: false,
  loading: () => <Skeleton height={200} radius="md" />,
});

/** The budget, area, requirements and state of a store's local ads. `record` is undefined while they are off. */
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
      {problem && <Notice tone="warning">{problem.message}</Notice>}
      <div className={classes.columns} data-area={area !== null && record !== undefined}>
        <div className={classes.column}>
          {record && <BudgetFacts overview={overview.data} />}
          <Eligibility inStock={inStock} />
          {record && <Outcome />}
          {history.length > 0 && <BudgetChart history={history} today={localDate(Date.now(), store.timezone)} />}
        </div>
        {area ? (
          <Area area={area} note={texts.area.types[areaType]} />
        ) : (
          <Text size="sm" c="dimmed">
            {texts.area.none}
          </Text>
        )}
      </div>
    </div>
  );
}
