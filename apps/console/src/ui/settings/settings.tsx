"use client";

import { Box, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { LoadFailed } from "../frame/load-failed.tsx";
import { Notice } from "../frame/notice.tsx";
import page from "../frame/page.module.css";
import { PageHead } from "../frame/page-head.tsx";
import { PageSkeleton } from "../frame/page-skeleton.tsx";
import { Panel } from "../frame/panel.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { useShop } from "../shell/shop-context.tsx";
import { AlertWebhookForm } from "./alert-webhook-form.tsx";
import { AlertsPanel } from "./alerts-panel.tsx";
import { ShopForm } from "./shop-form.tsx";
import { StorePanel } from "./store-panel.tsx";
import { texts } from "./texts.ts";

/** The settings of the shop and of each store. */
export function Settings() {
  const trpc = useTRPC();
  const { retailerId, may, whyNot } = useShop();
  const { data: shop, error, refetch } = useQuery(trpc.retailers.get.queryOptions({ retailerId }));
  const { data: alerts, ...loading } = useQuery(trpc.alerts.get.queryOptions({ retailerId }));
  return (
    <div className={page.page}>
      <PageHead help="settings" title={texts.title} text={texts.text} />
      {!may("retailers.update") && (
        <Box mb="md">
          <Notice tone="info">{whyNot}</Notice>
        </Box>
      )}
      {error && <LoadFailed message={error.message} retry={() => void refetch()} />}
      {!shop && !error && <PageSkeleton />}
      {shop && (
        <Stack gap="md">
          <Panel title={texts.shop}>
            <ShopForm shop={shop} />
          </Panel>
          <StorePanel />
          {loading.error && <LoadFailed message={loading.error.message} retry={() => void loading.refetch()} />}
          {loading.isPending && <Skeleton height={220} radius="lg" />}
          {alerts && <AlertsPanel alerts={alerts} />}
          {alerts && may("alerts.saveWebhook") && <AlertWebhookForm alerts={alerts} />}
        </Stack>
      )}
    </div>
  );
}
