"use client";

import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { LoadFailed } from "../frame/load-failed.tsx";
import { Panel } from "../frame/panel.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { useShop } from "../shell/shop-context.tsx";
import { useTimeZone } from "../shell/store-context.tsx";
import { texts } from "./texts.ts";

const words = texts.stock;

const LevelsChart = dynamic(() => import("../inventory/history-chart.tsx").then((chart) => chart.LevelsChart), {
  ssr: false,
  loading: () => <Skeleton height={250} radius="md" />,
});

/** The number of products in stock in all stores of the shop. */
export function StockOverTime() {
  const trpc = useTRPC();
  const { retailerId } = useShop();
  const timeZone = useTimeZone();
  const shop = useQuery(trpc.inventory.shopLevels.queryOptions({ retailerId }));
  if (shop.isLoadingError) return <LoadFailed message={shop.error.message} retry={() => void shop.refetch()} />;
  if (!shop.data) return <Skeleton height={320} radius="lg" />;
  const { levels, stores } = shop.data;
  return (
    <Panel title={words.title}>
      {levels.length > 1 ? (
        <LevelsChart levels={levels} timezone={timeZone} title={words.label} summary={words.summary} />
      ) : (
        <Text size="sm" c="dimmed">
          {words.none}
        </Text>
      )}
      {stores.summed < stores.total && (
        <Text size="xs" c="dimmed" mt="xs">
          {words.bounded(stores.summed, stores.total)}
        </Text>
      )}
    </Panel>
  );
}
