"use client";

import type { TestAnswer } from "@highstreet/router/features/webhooks/endpoint.schema.ts";
import { Code, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { latency } from "../frame/formats.ts";
import { Notice } from "../frame/notice.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { useStore } from "../shell/store-context.tsx";
import { answerWords } from "./delivery-words.ts";
import { texts } from "./texts.ts";
import classes from "./webhooks.module.css";
import { WriteButton } from "./write-button.tsx";

const words = texts.test;

/** Calls the endpoint now, and shows its answer. */
export function TestCall() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { ids } = useStore();
  const testing = useMutation(
    trpc.webhooks.test.mutationOptions({
      // An accepted test call verifies a pending address, and ends the warning of a failing address.
      onSettled: () => queries.invalidateQueries(trpc.channels.pathFilter()),
    }),
  );
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <WriteButton isBusy={testing.isPending} onClick={() => testing.mutate(ids)}>
          {words.button}
        </WriteButton>
        <Text size="sm" c="dimmed" className={classes.note}>
          {words.text}
        </Text>
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
        {ok ? words.accepted : words.refused}
      </Text>
      {texts.delivery.after(answerWords(status, error), latency(durationMs))}
      {answer && (
        <Code block mt="xs" className={classes.wrapped} aria-label={words.answer}>
          {answer}
        </Code>
      )}
    </Notice>
  );
}
