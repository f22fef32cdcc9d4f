"use client";

import type { DeliveryDetail as Detail } from "@highstreet/router/features/webhooks/deliveries.schema.ts";
import { Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Facts } from "../frame/facts.tsx";
import { exactMoment } from "../frame/formats.ts";
import { LoadFailed } from "../frame/load-failed.tsx";
import badge from "../frame/state-badge.module.css";
import { useTRPC } from "../frame/trpc.ts";
import { useStore } from "../shell/store-context.tsx";
import { Attempts } from "./attempts.tsx";
import { LastCall } from "./last-call.tsx";
import { SendAgain } from "./send-again.tsx";
import { texts } from "./texts.ts";

/** The calls of an event with their answers, and the button that sends the event again. */
export function DeliveryDetail({ sequence, open }: { sequence: number; open: (sequence: number) => void }) {
  const trpc = useTRPC();
  const { ids, store } = useStore();
  const delivery = useQuery(trpc.webhooks.getDelivery.queryOptions({ ...ids, sequence: String(sequence) }));
  if (delivery.isLoadingError)
    return <LoadFailed message={delivery.error.message} retry={() => void delivery.refetch()} />;
  if (!delivery.data) return <Skeleton height={320} radius="md" />;
  const { attempts, request } = delivery.data;
  return (
    <Stack gap="lg">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {texts.statusMeanings[delivery.data.status]}
        </Text>
        <Facts facts={factsOf(delivery.data, store.timezone)} />
        <SendAgain sequence={sequence} open={open} />
      </Stack>
      <section aria-labelledby="attempts-title">
        <Title order={3} size="h5" mb="xs" id="attempts-title">
          {texts.delivery.calls}
        </Title>
        <Attempts attempts={attempts} url={request?.url ?? null} />
      </section>
      {request && <LastCall request={request} />}
    </Stack>
  );
}

function factsOf({ action, barcode, status, createdAt, nextTryAt }: Detail, timeZone: string): [string, ReactNode][] {
  const state = (
    <span key="state" className={badge.badge} data-tone={status}>
      {texts.statuses[status]}
    </span>
  );
  const facts: [string, ReactNode][] = [
    [texts.list.status, state],
    [texts.list.event, barcode ? texts.list.eventOf(action, barcode) : action],
    [texts.list.recorded, exactMoment(createdAt, timeZone)],
  ];
  if (nextTryAt) facts.push([texts.list.nextTry, exactMoment(nextTryAt, timeZone)]);
  return facts;
}
