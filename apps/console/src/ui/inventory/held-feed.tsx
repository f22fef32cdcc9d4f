"use client";

import type { Ingest } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { Group, Stack, Text, Tooltip } from "@mantine/core";
import { modals } from "@mantine/modals";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { BusyButton } from "../frame/busy-button.tsx";
import { count, moment } from "../frame/formats.ts";
import { Notice } from "../frame/notice.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { useStore } from "../shell/store-context.tsx";

/** A held file: it would empty most of the shelves, so a person has to accept it. */
export function HeldFeed({ ingest }: { ingest: Ingest }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { ids, store, may, whyNot } = useStore();
  const mayWrite = may("inventory.acceptIngest");
  const accepting = useMutation(
    trpc.inventory.acceptIngest.mutationOptions({
      onSuccess: ({ changedItems }) =>
        notifications.show({ message: `Applied: ${count(changedItems, "product")} changed.` }),
      onError: ({ message }) => notifications.show({ color: "red", title: "The file was not applied", message }),
      onSettled: () =>
        Promise.all([trpc.inventory, trpc.overview].map((part) => queries.invalidateQueries(part.pathFilter()))),
    }),
  );
  const discarding = useMutation(
    trpc.inventory.discardIngest.mutationOptions({
      onSuccess: () => notifications.show({ message: "Discarded. Your stock stays as it is." }),
      onError: ({ message }) => notifications.show({ color: "red", title: "The file was not discarded", message }),
      onSettled: () => queries.invalidateQueries(trpc.inventory.pathFilter()),
    }),
  );
  const ask = () =>
    modals.openConfirmModal({
      title: "Apply this file anyway?",
      children: <Text size="sm">{ingest.reason}</Text>,
      labels: { confirm: "Apply it", cancel: "Leave it" },
      confirmProps: { color: "red" },
      onConfirm: () => accepting.mutate({ ...ids, ingestId: ingest.id }),
    });
  return (
    <section aria-label="A file waits">
      <Notice tone="warning">
        <Stack gap="xs">
          <Text size="sm" fw={600}>
            The file of {moment(ingest.createdAt, store.timezone)} was not applied
          </Text>
          <span>{ingest.reason}</span>
          <span>
            Of its {count(ingest.numberOfLines, "line")}, {count(ingest.inStockValidLines, "is", "are")} in stock. The
            next good file replaces this file.
          </span>
          <Group>
            <Tooltip label={whyNot} disabled={mayWrite} multiline maw={260}>
              <BusyButton size="xs" variant="default" disabled={!mayWrite} isBusy={accepting.isPending} onClick={ask}>
                Apply it anyway
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
                Discard it
              </BusyButton>
            </Tooltip>
          </Group>
        </Stack>
      </Notice>
    </section>
  );
}
