"use client";

import { Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { BusyButton } from "../frame/busy-button.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { useStore } from "../shell/store-context.tsx";

/** Disconnects the store's source after a confirmation. */
export function DisconnectSource() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { ids, store } = useStore();
  const disconnecting = useMutation(
    trpc.inventory.disconnect.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries(trpc.inventory.pathFilter());
        notifications.show({ message: "Disconnected." });
      },
      onError: ({ message }) => notifications.show({ color: "red", title: "Not disconnected", message }),
    }),
  );
  const ask = () =>
    modals.openConfirmModal({
      title: `Disconnect the stock of ${store.name}?`,
      children: (
        <Text size="sm">
          The upload key stops working at once, and we fetch no more files. The products and their stock stay as they
          are.
        </Text>
      ),
      labels: { confirm: "Disconnect", cancel: "Stay connected" },
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
      Disconnect
    </BusyButton>
  );
}
