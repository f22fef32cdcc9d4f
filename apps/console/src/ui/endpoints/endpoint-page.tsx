"use client";

import { type Endpoint, MAX_WAITING_STORES } from "@highstreet/router/features/endpoints/endpoints.schema.ts";
import { Anchor, Box, Button, Group, Modal, Stack } from "@mantine/core";
import { useDebouncedValue, useDisclosure } from "@mantine/hooks";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { ChannelStatus } from "../channel/channel.tsx";
import { CopyText } from "../parts/copy.tsx";
import { openQuestion } from "../parts/dialogs.tsx";
import { Facts } from "../parts/facts.tsx";
import { BusyButton } from "../parts/form.tsx";
import { count, moment, quantity } from "../parts/formats.ts";
import { IconArrowLeft, IconMapPin } from "../parts/icons.tsx";
import { LoadFailed, Notice } from "../parts/notice.tsx";
import page from "../parts/page.module.css";
import { PageHead, PageSkeleton } from "../parts/page-head.tsx";
import { Panel } from "../parts/panel.tsx";
import { showToast } from "../parts/toasts.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { warningWords } from "../server-words/server-words.ts";
import { StoreChip, StoreLinks, StoreList } from "../shell/choose-store.tsx";
import { useChosenStore, useTimeZone } from "../shell/shop-context.tsx";
import { ChangeSecret } from "../webhooks/change-secret.tsx";
import { Deliveries } from "../webhooks/deliveries.tsx";
import { failureWords, TestCall } from "../webhooks/endpoint.tsx";
import { Health } from "../webhooks/health.tsx";
import { EndpointProvider, useEndpoints, useReceiver } from "../webhooks/receiver.tsx";
import { SendRange } from "../webhooks/send-range.tsx";
import { texts as channel } from "../webhooks/texts.ts";
import { EndpointForm } from "./endpoint-form.tsx";
import own from "./endpoints.module.css";
import { isUnsettled, nameOf, PAUSE_MS, statusOf, storesOf } from "./endpoints.tsx";
import { NewKeyPair } from "./new-key-pair.tsx";
import { texts } from "./texts.ts";

export function EndpointPage({ endpointId }: { endpointId: string }) {
  const { api, owner, base, may, whyNot, isOfPartner } = useEndpoints();
  const store = useChosenStore();
  const { data, error, refetch } = useQuery(
    api.get.queryOptions(
      { ...owner, endpointId },
      { refetchInterval: ({ state }) => state.data && isUnsettled(state.data) && PAUSE_MS },
    ),
  );
  if (!data) return error ? <LoadFailed message={error.message} retry={() => void refetch()} /> : <PageSkeleton />;
  return (
    <div className={page.page}>
      <Anchor component={Link} href={base} size="sm" className={own.back}>
        <IconArrowLeft size={16} />
        {texts.back}
      </Anchor>
      <PageHead
        help="webhook-endpoints"
        title={nameOf(data)}
        text={data.description ? data.url : ""}
        store={
          isOfPartner ? (
            store && <OtherStore name={store.name} href={`${base}/${endpointId}`} />
          ) : (
            <StoreChip store={store ?? null} hasAll />
          )
        }
      />
      {!may("update") && (
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
              {isOfPartner ? <StoresOfShops isTest={data.isTest} /> : <StoreList />}
            </Panel>
          )}
        </Stack>
      </EndpointProvider>
    </div>
  );
}

function OtherStore({ name, href }: { name: string; href: string }) {
  return (
    <Button component={Link} href={href} variant="default" leftSection={<IconMapPin size={18} stroke={1.7} />}>
      {texts.otherStore(name)}
    </Button>
  );
}

const MAX_STORES = 20;

/** The stores of all shops that an endpoint can hear: those of test shops or the live ones. */
function StoresOfShops({ isTest }: { isTest: boolean }) {
  const trpc = useTRPC();
  const [text, setText] = useState("");
  const [q] = useDebouncedValue(text.trim().slice(0, 200), 250);
  const { data, isFetching } = useQuery(trpc.fleet.list.queryOptions({ q }, { placeholderData: keepPreviousData }));
  const rows = data?.rows.filter((row) => row.isTest === isTest && row.store) ?? [];
  const links = rows.slice(0, MAX_STORES).flatMap(({ retailerId: shop, shop: of, store }) => {
    const note = [of, store?.city].filter(Boolean).join(" · ");
    return store ? [{ query: { shop, store: store.id }, name: store.name, note }] : [];
  });
  return <StoreLinks links={links} total={rows.length} isLoading={isFetching} text={text} onSearch={setText} />;
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
  const { may } = useEndpoints();
  const { url, actions, enhancedProductData, retries, timeoutSeconds, callsPerSecond, batchSize, headerNames } =
    endpoint;
  const { filter, followsFrom, previousSecretUntil: until, warnings, enabled, publicKey } = endpoint;
  const isChanging = until ? Date.parse(until) > Date.now() : false;
  const facts: [string, ReactNode][] = [
    [channel.endpoint.address, <CopyText key="url" text={url} what={channel.endpoint.addressName} />],
    [texts.head.events, actions.join(", ")],
    [texts.head.stores, storesOf(endpoint)],
    ...(filter.categories
      ? [[texts.form.categories, filter.categories.join(" · ")] satisfies [string, ReactNode]]
      : []),
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
      {may("update") && <Changes endpoint={endpoint} />}
    </Panel>
  );
}

function Changes({ endpoint }: { endpoint: Endpoint }) {
  const router = useRouter();
  const { api, owner, base } = useEndpoints();
  const { reload } = useReceiver();
  const [isOpen, dialog] = useDisclosure(false);
  const ids = { ...owner, endpointId: endpoint.id };
  const onError = ({ message }: { message: string }) => showToast({ isError: true, message });
  const turning = useMutation(api.update.mutationOptions({ onSuccess: reload, onError }));
  const name = nameOf(endpoint);
  const removing = useMutation(
    api.remove.mutationOptions({
      onSuccess: () => {
        showToast({ message: texts.removed(name) });
        router.push(base);
      },
      onError,
    }),
  );
  const ask = () =>
    openQuestion({
      title: texts.removeTitle(name),
      text: texts.removeText,
      confirm: texts.remove,
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
