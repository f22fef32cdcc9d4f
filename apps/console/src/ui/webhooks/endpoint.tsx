"use client";

import type { ChannelRecord } from "@highstreet/router/core/channels/channel.schema.ts";
import type { TestAnswer } from "@highstreet/router/features/webhooks/webhooks.schema.ts";
import { Button, Code, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { ChannelStatus, textOf, WriteButton } from "../channel/channel.tsx";
import { CopyText } from "../parts/copy.tsx";
import { Facts } from "../parts/facts.tsx";
import { latency, moment } from "../parts/formats.ts";
import { Hint } from "../parts/hint.tsx";
import { Notice } from "../parts/notice.tsx";
import { Panel } from "../parts/panel.tsx";
import { type CallError, useTRPC } from "../parts/trpc.ts";
import { useStore } from "../shell/shop-context.tsx";
import { ChangeSecret } from "./change-secret.tsx";
import { answerWords } from "./delivery-words.ts";
import { useReceiver } from "./receiver.tsx";
import { texts } from "./texts.ts";
import classes from "./webhooks.module.css";

const words = texts.endpoint;

export const failureWords = (failures: number, since: string): string =>
  failures === 1 ? words.failedOnce(since) : words.failed(failures, since);

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
      {may("webhooks.rotateSecret") && (
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

export function TestCall() {
  const { test, reload } = useReceiver();
  // An accepted test call verifies a pending address, and ends the warning of a failing address.
  const testing = useMutation<TestAnswer, CallError>({ mutationFn: test, onSettled: reload });
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <WriteButton isBusy={testing.isPending} onClick={() => testing.mutate()}>
          {texts.test.button}
        </WriteButton>
        <Hint className={classes.note}>{texts.test.text}</Hint>
      </Group>
      <div role="status" className={classes.result}>
        {testing.error && <Notice tone="error">{testing.error.message}</Notice>}
        {testing.data && !testing.isPending && <Answer answer={testing.data} />}
      </div>
    </Stack>
  );
}

function Answer({ answer: { ok, status, durationMs, answer, error } }: { answer: TestAnswer }) {
  return (
    <Notice tone={ok ? "info" : "warning"}>
      <Text size="sm" fw={600}>
        {ok ? texts.test.accepted : texts.test.refused}
      </Text>
      {texts.delivery.after(answerWords(status, error), latency(durationMs))}
      {answer && (
        <Code block mt="xs" className={classes.wrapped} aria-label={texts.test.answer}>
          {answer}
        </Code>
      )}
    </Notice>
  );
}
