"use client";

import { type Alerts, alertKinds, type Timing } from "@highstreet/router/features/alerts/alerts.schema.ts";
import { Box, Group, Input, NativeSelect, SimpleGrid, Skeleton, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { BusyButton } from "../parts/form.tsx";
import { moment } from "../parts/formats.ts";
import { Hint } from "../parts/hint.tsx";
import { IconMapPin } from "../parts/icons.tsx";
import { LoadFailed, Notice } from "../parts/notice.tsx";
import page from "../parts/page.module.css";
import { PageHead, PageSkeleton } from "../parts/page-head.tsx";
import { Panel } from "../parts/panel.tsx";
import { Picker } from "../parts/picker.tsx";
import { texts as shared } from "../parts/texts.ts";
import { showToast } from "../parts/toasts.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { useShop, useTimeZone } from "../shell/shop-context.tsx";
import { texts as shell } from "../shell/texts.ts";
import { useFindStores } from "../shell/use-find.ts";
import { StoreForm } from "../stores/store-form.tsx";
import { AlertWebhookForm } from "./alert-webhook-form.tsx";
import { ShopForm } from "./shop-form.tsx";
import { texts } from "./texts.ts";

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
          {shop.isTest && <TestClockPanel />}
          {loading.error && <LoadFailed message={loading.error.message} retry={() => void loading.refetch()} />}
          {loading.isPending && <Skeleton height={220} radius="lg" />}
          {alerts && <AlertsPanel alerts={alerts} />}
          {alerts && may("alerts.saveWebhook") && <AlertWebhookForm alerts={alerts} />}
        </Stack>
      )}
    </div>
  );
}

function StorePanel() {
  const trpc = useTRPC();
  const { retailerId, stores: first } = useShop();
  const [storeId, setStoreId] = useState(first.data[0]?.id ?? "");
  const [text, setText] = useState("");
  const { stores, isLoading } = useFindStores(text);
  const {
    data,
    error,
    refetch,
    isLoading: isOpening,
  } = useQuery(trpc.stores.get.queryOptions({ retailerId, storeId }, { enabled: storeId !== "" }));
  return (
    <Panel title={texts.store}>
      {storeId === "" && <Hint>{texts.noStore}</Hint>}
      {first.total > 1 && (
        <Input.Wrapper label={texts.chooseStore} labelElement="div" role="group" aria-label={texts.chooseStore} mb="md">
          <Picker
            icon={<IconMapPin size={18} stroke={1.7} />}
            search={shell.findStore}
            choices={stores.map(({ id, name, city }) => ({ value: id, name, note: city }))}
            current={storeId}
            onSearch={setText}
            onChoose={setStoreId}
            isLoading={isLoading}
            more={stores.length < first.total && !text ? shell.moreStores(stores.length, first.total) : undefined}
          >
            {data?.name}
          </Picker>
        </Input.Wrapper>
      )}
      {error && <LoadFailed message={error.message} retry={() => void refetch()} />}
      {isOpening && <Skeleton height={320} radius="md" />}
      <Box maw={420}>{data && <StoreForm key={data.id} store={data} />}</Box>
    </Panel>
  );
}

/** The alerts that the signed-in person gets from the shop. A choice is saved at once. */
function AlertsPanel({ alerts }: { alerts: Alerts }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { retailerId } = useShop();
  const choosing = useMutation(
    trpc.alerts.choose.mutationOptions({
      // Each choice has all kinds, so choices are saved in order.
      scope: { id: "alerts" },
      onSuccess: () => showToast({ message: texts.saved }),
      onError: ({ message }) => showToast({ isError: true, message }),
      onSettled: () => queries.invalidateQueries(trpc.alerts.pathFilter()),
    }),
  );
  const timings = Object.entries(texts.timings).map(([value, label]) => ({ value, label }));
  const shown = choosing.isPending ? choosing.variables.timings : alerts.timings;
  return (
    <Panel title={texts.alerts} text={texts.alertsText(alerts.email)}>
      {!alerts.canMail && <Notice tone="info">{texts.noMail}</Notice>}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {alertKinds.map((kind) => (
          <NativeSelect
            key={kind}
            label={shared.alertKinds[kind]}
            data={timings}
            value={shown[kind]}
            onChange={(event) => {
              const timing = event.currentTarget.value as Timing;
              choosing.mutate({ retailerId, timings: { ...shown, [kind]: timing } });
            }}
          />
        ))}
      </SimpleGrid>
    </Panel>
  );
}

/** The test clock of a test shop. */
function TestClockPanel() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const timeZone = useTimeZone();
  const { retailerId, may } = useShop();
  const { data: clock, error, refetch } = useQuery(trpc.testClock.get.queryOptions({ retailerId }));
  const moving = useMutation(
    trpc.testClock.move.mutationOptions({
      onError: ({ message }) => showToast({ isError: true, message }),
      onSettled: () => queries.invalidateQueries(),
    }),
  );
  return (
    <Panel title={texts.clock} text={texts.clockText}>
      {error && <LoadFailed message={error.message} retry={() => void refetch()} />}
      {clock && (
        <Group gap="sm">
          <Text size="sm" role="status">
            {moment(clock.now, timeZone)}
          </Text>
          {may("testClock.move") &&
            Object.entries(texts.clockMoves).map(([seconds, label]) => (
              <BusyButton
                key={seconds}
                variant="default"
                isBusy={moving.isPending && moving.variables.body.aheadSeconds === clock.aheadSeconds + Number(seconds)}
                onClick={() =>
                  moving.mutate({ retailerId, body: { aheadSeconds: clock.aheadSeconds + Number(seconds) } })
                }
              >
                {label}
              </BusyButton>
            ))}
        </Group>
      )}
    </Panel>
  );
}
