"use client";

import type { ChannelRecord } from "@highstreet/router/core/channels/channel.schema.ts";
import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { ChannelStatus } from "../channels/channel-status.tsx";
import { textOf } from "../channels/parameters.ts";
import { CopyText } from "../frame/copy-text.tsx";
import { Facts } from "../frame/facts.tsx";
import { moment } from "../frame/formats.ts";
import { Notice } from "../frame/notice.tsx";
import { Panel } from "../frame/panel.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { useStore } from "../shell/store-context.tsx";
import { ChangeSecret } from "./change-secret.tsx";
import { TestCall } from "./test-call.tsx";
import { texts } from "./texts.ts";

const words = texts.endpoint;

/** The last calls failed: how many, and since when. */
const failureWords = (failures: number, since: string): string =>
  failures === 1 ? words.failedOnce(since) : words.failed(failures, since);

/** The endpoint, its state and its actions. */
export function Endpoint({ record }: { record: ChannelRecord }) {
  const { pathTo, ids, store, may } = useStore();
  const url = textOf(record, "webhookUrl");
  const trpc = useTRPC();
  const health = useQuery(trpc.webhooks.health.queryOptions(ids));
  const { isFailing = false, failures = 0, failingSince = null } = health.data ?? {};
  const until = record.previousSecretUntil;
  const isChanging = until ? Date.parse(until) > Date.now() : false;
  const facts: [string, ReactNode][] = [
    [words.address, <CopyText key="url" text={url} what={words.addressName} />],
    [words.data, record.parameters.enhancedProductData === true ? words.sent : words.notSent],
    [words.secret, words.secretText],
  ];
  return (
    <Panel
      title={words.title}
      badge={<ChannelStatus status={isFailing ? "failing" : record.status} />}
      text={
        isFailing && failingSince
          ? failureWords(failures, moment(failingSince, store.timezone))
          : words.states[record.status]
      }
    >
      <div role="status" style={{ display: "contents" }}>
        {record.warnings.map(({ id, message }) => (
          <Notice key={id} tone="warning">
            {message}
          </Notice>
        ))}
      </div>
      {isChanging && until && <Notice tone="info">{words.twoSecrets(moment(until, store.timezone))}</Notice>}
      <Facts facts={facts} />
      <TestCall />
      {may("channels.enable") && (
        <Group gap="sm">
          <ChangeSecret />
          <Button component={Link} href={`${pathTo("channels")}&open=webhooks`} variant="default">
            {words.change}
          </Button>
        </Group>
      )}
    </Panel>
  );
}
