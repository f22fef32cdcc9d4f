"use client";

import type { Operation } from "@highstreet/router/features/operations/operations.schema.ts";
import { Button, Checkbox, Group, Modal, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { BusyButton } from "../frame/busy-button.tsx";
import { count } from "../frame/formats.ts";
import { Notice } from "../frame/notice.tsx";
import { replacedSettings } from "../frame/product-words.ts";
import { useTRPC, useTRPCClient } from "../frame/trpc.ts";
import { useUndo } from "../frame/use-undo.ts";
import { useShop } from "../shell/shop-context.tsx";
import { useChosenStore } from "../shell/store-context.tsx";
import { texts } from "./texts.ts";
import type { Ticks } from "./use-ticks.ts";

export type BulkKind = "hide" | "show" | "channels";
const { bulk } = texts;

interface BulkDialogProps {
  kind: BulkKind;
  ticks: Ticks;
  close: () => void;
}

/** Counts what a bulk edit would change, and makes it. */
export function BulkDialog({ kind, ticks, close }: BulkDialogProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { retailerId } = useShop();
  const store = useChosenStore();
  const { followEdit } = useUndo();
  const [channels, setChannels] = useState<string[]>(Object.keys(bulk.channelNames));
  const isEvery = channels.length === Object.keys(bulk.channelNames).length;
  const edit = kind === "channels" ? { channels: isEvery ? null : channels } : { hidden: kind === "hide" };
  const body = { filter: ticks.filter, edit };
  const plan = useQuery({
    queryKey: [trpc.operations.planEdit.mutationKey(), retailerId, body],
    queryFn: ({ signal }) => client.operations.planEdit.mutate({ retailerId, body }, { signal }),
    ...{ staleTime: 0, gcTime: 0, retry: false },
  });
  const started = useMutation(
    trpc.operations.editByFilter.mutationOptions({
      onError: () => plan.refetch(),
      onSuccess: (answer) => {
        const operation = answer as Operation;
        ticks.clear();
        close();
        const done = (products: string) => `${bulk.done[kind]}: ${products} ${bulk.where(store?.name)}.`;
        void followEdit(operation, { running: bulk.running[kind], done, failed: bulk.failed });
      },
    }),
  );
  const { data } = plan;
  const isChanged = started.error?.data?.domain?.code === "ChangedSince";
  const error = plan.error ?? (isChanged ? null : started.error);
  return (
    <Modal opened onClose={close} title={bulk.questions[kind]}>
      <Stack gap="md">
        {kind === "channels" && (
          <Checkbox.Group label={bulk.channels} value={channels} onChange={setChannels}>
            <Stack gap="sm" mt="xs">
              {Object.entries(bulk.channelNames).map(([channel, label]) => (
                <Checkbox key={channel} value={channel} label={label} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        {isChanged && <Notice tone="warning">{bulk.changed}</Notice>}
        {error ? (
          <Notice tone="error">{error.message}</Notice>
        ) : (
          <Text size="sm" role="status">
            {data && !plan.isFetching
              ? bulk.plan(
                  `${count(data.products, "product")} ${bulk.where(store?.name)}`,
                  count(data.stores, "store"),
                  count(data.events, "isUpdate"),
                )
              : bulk.counting}
          </Text>
        )}
        {data && data.ownSettings.replaced > 0 && (
          <Notice tone="info">{replacedSettings(data.ownSettings.replaced, bulk.these, bulk.doing[kind])}</Notice>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {bulk.cancel}
          </Button>
          <BusyButton
            disabled={!data || plan.isFetching || data.products === 0}
            isBusy={started.isPending}
            onClick={() => data && started.mutate({ retailerId, body: { ...body, selection: data.selection } })}
          >
            {bulk[kind]}
          </BusyButton>
        </Group>
      </Stack>
    </Modal>
  );
}
