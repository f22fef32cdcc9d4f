"use client";

import type { Ingest } from "@highstreet/router/features/ingest/ingest.schema.ts";
import { Group, Stack, Text, Tooltip } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { openQuestion } from "../parts/dialogs.tsx";
import { BusyButton } from "../parts/form.tsx";
import { count, moment } from "../parts/formats.ts";
import { Notice } from "../parts/notice.tsx";
import { showToast } from "../parts/toasts.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { ingestWords } from "../server-words/server-words.ts";
import { useStore } from "../shell/shop-context.tsx";
import { texts } from "./texts.ts";

const words = texts.waits;

/** A held file: it would empty most of the shelves, so a person has to accept it. */
export function HeldFeed({ ingest }: { ingest: Ingest }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { ids, store, may, whyNot } = useStore();
  const mayWrite = may("inventory.acceptIngest");
  const accepting = useMutation(
    trpc.inventory.acceptIngest.mutationOptions({
      onSuccess: ({ changedItems }) => showToast({ message: words.applied(count(changedItems, "product")) }),
      onError: ({ message }) => showToast({ isError: true, title: words.notApplied, message }),
      onSettled: () =>
        Promise.all([trpc.inventory, trpc.overview].map((part) => queries.invalidateQueries(part.pathFilter()))),
    }),
  );
  const discarding = useMutation(
    trpc.inventory.discardIngest.mutationOptions({
      onSuccess: () => showToast({ message: words.discarded }),
      onError: ({ message }) => showToast({ isError: true, title: words.notDiscarded, message }),
      onSettled: () => queries.invalidateQueries(trpc.inventory.pathFilter()),
    }),
  );
  const ask = () =>
    openQuestion({
      title: words.ask,
      text: ingestWords(ingest),
      confirm: words.confirm,
      cancel: words.leave,
      isRemoval: true,
      onConfirm: () => accepting.mutate({ ...ids, ingestId: ingest.id }),
    });
  return (
    <section aria-label={words.label}>
      <Notice tone="warning">
        <Stack gap="xs">
          <Text size="sm" fw={600}>
            {words.title(moment(ingest.createdAt, store.timezone))}
          </Text>
          <span>{ingestWords(ingest)}</span>
          <span>
            {words.inStock(count(ingest.numberOfLines, "line"), count(ingest.inStockValidLines, "isInStock"))}
          </span>
          <Group>
            <Tooltip label={whyNot} disabled={mayWrite} multiline maw={260}>
              <BusyButton size="xs" variant="default" disabled={!mayWrite} isBusy={accepting.isPending} onClick={ask}>
                {words.apply}
              </BusyButton>
            </Tooltip>
            <Tooltip label={whyNot} disabled={mayWrite} multiline maw={260}>
              <BusyButton
                size="xs"
                variant="subtle"
                disabled={!mayWrite}
                isBusy={discarding.isPending}
                onClick={() => discarding.mutate({ ...ids, ingestId: ingest.id })}
              >
                {words.discard}
              </BusyButton>
            </Tooltip>
          </Group>
        </Stack>
      </Notice>
    </section>
  );
}
