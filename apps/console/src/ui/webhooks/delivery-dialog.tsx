"use client";

import type { Delivery } from "@highstreet/router/features/webhooks/webhooks.schema.ts";
import { Button, Code, Group, Modal, Skeleton, Stack, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { z } from "zod";
import { WriteButton } from "../channel/channel.tsx";
import { CopyButtonOf } from "../parts/copy.tsx";
import { Facts } from "../parts/facts.tsx";
import { count, exactMoment, latency } from "../parts/formats.ts";
import { Hint } from "../parts/hint.tsx";
import { LoadFailed, Notice } from "../parts/notice.tsx";
import badge from "../parts/state-badge.module.css";
import type { CallError } from "../parts/trpc.ts";
import { useTimeZone } from "../shell/shop-context.tsx";
import { answerWords, endWords } from "./delivery-words.ts";
import { type Detail, useReceiver } from "./receiver.tsx";
import { texts } from "./texts.ts";
import classes from "./webhooks.module.css";

type Attempt = Detail["attempts"][number];

interface DeliveryDialogProps {
  sequence: number | undefined;
  open: (sequence: number | undefined) => void;
}

export function DeliveryDialog({ sequence, open }: DeliveryDialogProps) {
  return (
    <Modal
      opened={sequence !== undefined}
      onClose={() => open(undefined)}
      title={sequence !== undefined && texts.delivery.title(sequence)}
      size="xl"
    >
      {sequence !== undefined && <DeliveryDetail key={sequence} sequence={sequence} open={open} />}
    </Modal>
  );
}

/** The calls of an event with their answers, and the button that sends the event again. */
function DeliveryDetail({ sequence, open }: { sequence: number; open: (sequence: number) => void }) {
  const timeZone = useTimeZone();
  const delivery = useQuery(useReceiver().delivery(String(sequence)));
  if (delivery.isLoadingError)
    return <LoadFailed message={delivery.error.message} retry={() => void delivery.refetch()} />;
  if (!delivery.data) return <Skeleton height={320} radius="md" />;
  const { attempts, request } = delivery.data;
  return (
    <Stack gap="lg">
      <Stack gap="sm">
        <Hint>{texts.statusMeanings[delivery.data.status]}</Hint>
        <Facts facts={factsOf(delivery.data, timeZone)} />
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

const tones: Partial<Record<Attempt["outcome"], string>> = {
  delivered: "delivered",
  retrying: "failed",
  failed: "failed",
};

/** @param url the URL of the last call */
function Attempts({ attempts, url }: { attempts: Attempt[]; url: string | null }) {
  if (attempts.length === 0) {
    return <Hint>{texts.delivery.noCall}</Hint>;
  }
  return (
    <ol className={classes.attempts} aria-label={texts.delivery.oldestFirst}>
      {attempts.map((attempt) => (
        <AttemptItem key={attempt.try} attempt={attempt} isElsewhere={attempt.url !== null && attempt.url !== url} />
      ))}
    </ol>
  );
}

function AttemptItem({ attempt, isElsewhere }: { attempt: Attempt; isElsewhere: boolean }) {
  const timeZone = useTimeZone();
  const { at, status, durationMs, url, outcome, answer, reason } = attempt;
  const batch = "batch" in attempt && attempt.batch ? attempt.batch : 1;
  const end =
    durationMs === null ? endWords(reason) : texts.delivery.after(answerWords(status, answer), latency(durationMs));
  return (
    <li className={classes.attempt}>
      <div className={classes.line}>
        <time dateTime={at} className={classes.time}>
          {exactMoment(at, timeZone)}
        </time>
        <span className={badge.badge} data-tone={tones[outcome]}>
          {texts.outcomes[outcome]}
        </span>
      </div>
      <span>
        {end} {batch > 1 && texts.delivery.inBatch(count(batch, "update"))}
      </span>
      {isElsewhere && url !== null && <span className={classes.soft}>{texts.delivery.wentTo(url)}</span>}
      {status !== null && answer && (
        <Code block className={classes.wrapped} aria-label={texts.delivery.answer}>
          {answer}
        </Code>
      )}
    </li>
  );
}

type Source = (key: string, value: unknown, context: { source: string }) => unknown;

/** The body with a line for each member, its numbers as they were sent. */
function indented(body: string): string {
  const { rawJSON } = JSON as unknown as { rawJSON?: (source: string) => unknown };
  const keep: Source = (_, value, { source }) => (typeof value === "number" ? rawJSON?.(source) : value);
  return rawJSON ? JSON.stringify(JSON.parse(body, keep as Parameters<typeof JSON.parse>[1]), null, 2) : body;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The call as a line for a shell. */
function curlOf({ url, headers, body }: NonNullable<Detail["request"]>): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    value === null ? [] : `-H ${quoted(`${name}: ${value}`)}`,
  );
  return ["curl -X POST", quoted(url ?? ""), ...lines, `--data-raw ${quoted(body)}`].join(" \\\n  ");
}

function LastCall({ request }: { request: NonNullable<Detail["request"]> }) {
  const { url, headers, body } = request;
  const shown = Object.entries(headers).map(
    ([name, value]) =>
      [
        name,
        value === null ? (
          <span key={name} className={classes.soft}>
            {texts.delivery.noHeader}
          </span>
        ) : (
          <Code key={name}>{value}</Code>
        ),
      ] as const,
  );
  return (
    <section aria-labelledby="request-title" className={classes.stack}>
      <Title order={3} size="h5" id="request-title">
        {texts.delivery.lastCall}
      </Title>
      <Facts facts={[["POST", url ?? texts.delivery.noUrl], ...shown]} areNamesLong />
      <Code block className={classes.wrapped} aria-label={texts.delivery.body}>
        {indented(body)}
      </Code>
      <Group gap="sm">
        <CopyButtonOf text={body} label={texts.delivery.copyBody} />
        <CopyButtonOf text={curlOf(request)} label={texts.delivery.copyCurl} />
      </Group>
    </section>
  );
}

const Newer = z.object({ newerSequence: z.number() });

/** Sends a delivery again now. If a newer event of its item exists, shows a link to that event. */
function SendAgain({ sequence, open }: { sequence: number; open: (sequence: number) => void }) {
  const { redeliver, reload } = useReceiver();
  const sending = useMutation<Delivery, CallError, string>({ mutationFn: redeliver, onSettled: reload });
  return (
    <Stack gap="sm" align="start">
      <WriteButton size="xs" isBusy={sending.isPending} onClick={() => sending.mutate(String(sequence))}>
        {texts.delivery.again}
      </WriteButton>
      <div role="status" className={classes.result}>
        {sending.data && <Notice tone="info">{sentWords(sending.data)}</Notice>}
        {sending.error && <NotSent error={sending.error} open={open} />}
      </div>
    </Stack>
  );
}

/** An untried delivery is only sent at its usual time. */
function sentWords({ status, tries }: Delivery): string {
  return status === "pending" && tries === 0 ? texts.delivery.notSent : texts.delivery.sent;
}

function NotSent({ error, open }: { error: CallError; open: (sequence: number) => void }) {
  const newer = Newer.safeParse(error.data?.domain?.members).data?.newerSequence;
  return (
    <Notice tone="warning">
      <Group justify="space-between">
        {error.message}
        {newer !== undefined && (
          <Button size="xs" variant="default" onClick={() => open(newer)}>
            {texts.delivery.newer(newer)}
          </Button>
        )}
      </Group>
    </Notice>
  );
}
