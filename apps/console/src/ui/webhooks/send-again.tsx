"use client";

import type { Delivery } from "@highstreet/router/features/webhooks/deliveries.schema.ts";
import { Button, Group, Stack } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import { Notice } from "../frame/notice.tsx";
import { type CallError, useTRPC } from "../frame/trpc.ts";
import { useStore } from "../shell/store-context.tsx";
import { texts } from "./texts.ts";
import classes from "./webhooks.module.css";
import { WriteButton } from "./write-button.tsx";

const words = texts.delivery;

const Newer = z.object({ newerSequence: z.number() });

/** Sends a delivery again now. If a newer event of its item exists, shows a link to that event. */
export function SendAgain({ sequence, open }: { sequence: number; open: (sequence: number) => void }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { ids } = useStore();
  const sending = useMutation(
    trpc.webhooks.redeliver.mutationOptions({
      onSettled: () => queries.invalidateQueries(trpc.webhooks.pathFilter()),
    }),
  );
  return (
    <Stack gap="sm" align="start">
      <WriteButton
        size="xs"
        isBusy={sending.isPending}
        onClick={() => sending.mutate({ ...ids, sequence: String(sequence) })}
      >
        {words.again}
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
  return status === "pending" && tries === 0 ? words.notSent : words.sent;
}

function NotSent({ error, open }: { error: CallError; open: (sequence: number) => void }) {
  const newer = Newer.safeParse(error.data?.domain?.members).data?.newerSequence;
  return (
    <Notice tone="warning">
      <Group justify="space-between">
        {error.message}
        {newer !== undefined && (
          <Button size="xs" variant="default" onClick={() => open(newer)}>
            {words.newer(newer)}
          </Button>
        )}
      </Group>
    </Notice>
  );
}
