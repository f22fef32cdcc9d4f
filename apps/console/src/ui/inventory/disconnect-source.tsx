"use client";

import { Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { BusyButton } from "../frame/busy-button.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { useStore } from "../shell/store-context.tsx";
import { texts } from "./texts.ts";

const words = texts.disconnect;

/** Disconnects the store's source after a confirmation. */
export function DisconnectSource() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { ids, store } = useStore();
  const disconnecting = useMutation(
    trpc.inventory.disconnect.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries(trpc.inventory.pathFilter());
        notifications.show({ message: words.done });
      },
      onError: ({ message }) => notifications.show({ color: "red", title: words.failed, message }),
    }),
  );
  const ask = () =>
    modals.openConfirmModal({
      title: words.title(store.name),
      children: <Text size="sm">{words.text}</Text>,
      labels: { confirm: words.button, cancel: words.stay },
      confirmProps: { color: "red" },
      onConfirm: () => disconnecting.mutate(ids),
    });
  return (
    <BusyButton
      variant="subtle"
      color="red"
      c="var(--mantine-color-error)"
      isBusy={disconnecting.isPending}
      onClick={ask}
    >
      {words.button}
    </BusyButton>
  );
}
