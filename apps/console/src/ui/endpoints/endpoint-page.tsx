"use client";

import { type Endpoint, MAX_WAITING_STORES } from "@highstreet/router/features/endpoints/endpoints.schema.ts";
import { Anchor, Box, Button, Group, Modal, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { ChannelStatus } from "../channel/channel.tsx";
import { CopyText } from "../parts/copy.tsx";
import { openQuestion } from "../parts/dialogs.tsx";
import { Facts } from "../parts/facts.tsx";
import { BusyButton } from "../parts/form.tsx";
import { count, moment, quantity } from "../parts/formats.ts";
import { IconArrowLeft } from "../parts/icons.tsx";
import { LoadFailed, Notice } from "../parts/notice.tsx";
import page from "../parts/page.module.css";
import { PageHead, PageSkeleton } from "../parts/page-head.tsx";
import { Panel } from "../parts/panel.tsx";
import { showToast } from "../parts/toasts.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { warningWords } from "../server-words/server-words.ts";
import { StoreChip, StoreList } from "../shell/choose-store.tsx";
import { useChosenStore, useShop, useTimeZone } from "../shell/shop-context.tsx";
import { ChangeSecret } from "../webhooks/change-secret.tsx";
import { Deliveries } from "../webhooks/deliveries.tsx";
import { failureWords, TestCall } from "../webhooks/endpoint.tsx";
import { Health } from "../webhooks/health.tsx";
import { EndpointProvider, useReceiver } from "../webhooks/receiver.tsx";
import { SendRange } from "../webhooks/send-range.tsx";
import { texts as channel } from "../webhooks/texts.ts";
import { EndpointForm } from "./endpoint-form.tsx";
import own from "./endpoints.module.css";
import { isUnsettled, nameOf, PAUSE_MS, statusOf, storesOf } from "./endpoints.tsx";
import { NewKeyPair } from "./new-key-pair.tsx";
import { texts } from "./texts.ts";

export function EndpointPage({ endpointId }: { endpointId: string }) {
  const trpc = useTRPC();
  const { base, retailerId, may, whyNot } = useShop();
  const store = useChosenStore();
  const { data, error, refetch } = useQuery(
    trpc.endpoints.get.queryOptions(
      { retailerId, endpointId },
      { refetchInterval: ({ state }) => state.data && isUnsettled(state.data) && PAUSE_MS },
    ),
  );
  if (!data) return error ? <LoadFailed message={error.message} retry={() => void refetch()} /> : <PageSkeleton />;
  return (
    <div className={page.page}>
      <Anchor component={Link} href={`${base}/developers/endpoints`} size="sm" className={own.back}>
        <IconArrowLeft size={16} />
        {texts.back}
      </Anchor>
      <PageHead
        help="webhook-endpoints"
        title={nameOf(data)}
        text={data.description ? data.url : ""}
        store={<StoreChip store={store ?? null} hasAll />}
      />
      {!may("endpoints.update") && (
        <Box mb="md">
          <Notice tone="info">{whyNot}</Notice>
        </Box>
      )}
      <EndpointProvider endpointId={endpointId}>
        <Stack gap="md">
          <State endpoint={data} />
          <Health />
          {store ? (
            <Deliveries />
          ) : (
            <Panel title={channel.list.title} text={texts.deliveriesText} aside={<SendRange />}>
              <StoreList />
            </Panel>
          )}
        </Stack>
      </EndpointProvider>
    </div>
  );
}

function stateWords({ status, enabled, health: { failures, failingSince } }: Endpoint, timeZone: string): string {
  if (!enabled) return texts.off;
  if (status === "connected" && failingSince) return failureWords(failures, moment(failingSince, timeZone));
  return channel.endpoint.states[status];
}

function waitingWords({ waitingStores, waitingSince }: Endpoint["health"], timeZone: string): string {
  if (!waitingSince) return texts.nothingWaits;
  const stores = waitingStores < MAX_WAITING_STORES ? count(waitingStores, "store") : texts.manyStores;
  return texts.waitingIn(stores, moment(waitingSince, timeZone));
}

function State({ endpoint }: { endpoint: Endpoint }) {
  const timeZone = useTimeZone();
  const { may } = useShop();
  const { url, actions, enhancedProductData, retries, timeoutSeconds, callsPerSecond, batchSize, headerNames } =
    endpoint;
  const { followsFrom, previousSecretUntil: until, warnings, enabled, publicKey } = endpoint;
  const isChanging = until ? Date.parse(until) > Date.now() : false;
  const facts: [string, ReactNode][] = [
    [channel.endpoint.address, <CopyText key="url" text={url} what={channel.endpoint.addressName} />],
    [texts.head.events, actions.join(", ")],
    [texts.head.stores, storesOf(endpoint)],
    [texts.followsFrom, followsFrom ? moment(followsFrom, timeZone) : texts.followsSoon],
    [texts.waiting, waitingWords(endpoint.health, timeZone)],
    [channel.endpoint.data, enhancedProductData ? channel.endpoint.sent : channel.endpoint.notSent],
    [texts.form.retries, texts.form.retriesTexts[retries]],
    [texts.form.timeout, quantity(timeoutSeconds)],
    [texts.form.rate, callsPerSecond === null ? texts.form.noLimit : quantity(callsPerSecond)],
    [texts.form.batch, quantity(batchSize)],
    ...(headerNames.length ? [[texts.headers, headerNames.join(", ")] satisfies [string, ReactNode]] : []),
    publicKey
      ? [texts.publicKey, <CopyText key="publicKey" text={publicKey} what={texts.keys.name} />]
      : [channel.endpoint.secret, channel.endpoint.secretText],
  ];
  const two = publicKey ? texts.keys.two : channel.endpoint.twoSecrets;
  return (
    <Panel
      title={texts.settings}
      badge={<ChannelStatus status={statusOf(endpoint)} />}
      text={stateWords(endpoint, timeZone)}
    >
      <div role="status" style={{ display: "contents" }}>
        {enabled &&
          warnings.map((warning) => (
            <Notice key={warning.id} tone="warning">
              {warningWords(warning)}
            </Notice>
          ))}
      </div>
      {isChanging && until && <Notice tone="info">{two(moment(until, timeZone))}</Notice>}
      <Facts facts={facts} areNamesLong />
      <TestCall />
      {may("endpoints.update") && <Changes endpoint={endpoint} />}
    </Panel>
  );
}

function Changes({ endpoint }: { endpoint: Endpoint }) {
  const trpc = useTRPC();
  const router = useRouter();
  const { base, retailerId } = useShop();
  const { reload } = useReceiver();
  const [isOpen, dialog] = useDisclosure(false);
  const ids = { retailerId, endpointId: endpoint.id };
  const onError = ({ message }: { message: string }) => showToast({ isError: true, message });
  const turning = useMutation(trpc.endpoints.update.mutationOptions({ onSuccess: reload, onError }));
  const name = nameOf(endpoint);
  const removing = useMutation(
    trpc.endpoints.remove.mutationOptions({
      onSuccess: () => {
        showToast({ message: texts.removed(name) });
        router.push(`${base}/developers/endpoints`);
      },
      onError,
    }),
  );
  const ask = () =>
    openQuestion({
      title: texts.removeTitle(name),
      text: texts.removeText,
      confirm: texts.remove,
      cancel: texts.cancel,
      isRemoval: true,
      onConfirm: () => removing.mutate(ids),
    });
  return (
    <Group gap="sm">
      {endpoint.publicKey ? <NewKeyPair endpointId={endpoint.id} /> : <ChangeSecret />}
      <Button variant="default" onClick={dialog.open}>
        {texts.change}
      </Button>
      <BusyButton
        variant="default"
        isBusy={turning.isPending}
        onClick={() => turning.mutate({ ...ids, body: { enabled: !endpoint.enabled } })}
      >
        {endpoint.enabled ? texts.turnOff : texts.turnOn}
      </BusyButton>
      <BusyButton variant="default" isBusy={removing.isPending} onClick={ask}>
        {texts.remove}
      </BusyButton>
      <Modal opened={isOpen} onClose={dialog.close} title={texts.changeTitle} size="lg">
        <EndpointForm endpoint={endpoint} done={dialog.close} />
      </Modal>
    </Group>
  );
}
