"use client";

import type { TestAnswer } from "@highstreet/router/features/webhooks/endpoint.schema.ts";
import { Code, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { latency } from "../frame/formats.ts";
import { Notice } from "../frame/notice.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { useStore } from "../shell/store-context.tsx";
import { answerWords } from "./delivery-words.ts";
import classes from "./webhooks.module.css";
import { WriteButton } from "./write-button.tsx";

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
          Send a test call
        </WriteButton>
        <Text size="sm" c="dimmed" className={classes.note}>
          A signed webhook.enabled, sent now. It may take ten seconds.
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
        {ok ? "Your system accepted the call" : "Your system did not accept the call"}
      </Text>
      {answerWords(status, error)}, after {latency(durationMs)}.
      {answer && (
        <Code block mt="xs" className={classes.wrapped} aria-label="The answer of your system">
          {answer}
        </Code>
      )}
    </Notice>
  );
}
