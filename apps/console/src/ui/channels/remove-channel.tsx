"use client";

import type { ChannelId, ChannelRecord } from "@highstreet/router/core/channels/channel.schema.ts";
import { Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { BusyButton } from "../frame/busy-button.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { useStore } from "../shell/store-context.tsx";
import { useRefresh } from "./use-refresh.ts";

const consequences: Record<ChannelId, string> = {
  search: "Google no longer shows the products, and we give up our access to the business profile.",
  local_ads: "The ads run until midnight. Then the budget is £0.",
  webhooks: "Calls stop at once. Waiting updates are not sent.",
};

/**
 * Turns a channel off after a confirmation.
 * @param removed called after that, because this button disappears
 */
export function RemoveChannel({ record, removed }: { record: ChannelRecord; removed: () => void }) {
  const trpc = useTRPC();
  const refresh = useRefresh();
  const { ids, store } = useStore();
  const { label } = record.channel;
  const removing = useMutation(
    trpc.channels.remove.mutationOptions({
      onSuccess: async (left) => {
        await refresh();
        notifications.show({ message: left ? `${label}: ends at midnight.` : `${label} removed.` });
        if (!left) removed();
      },
      onError: ({ message }) => notifications.show({ color: "red", title: `${label} was not removed`, message }),
    }),
  );
  const ask = () =>
    modals.openConfirmModal({
      title: `Remove ${label} from ${store.name}?`,
      children: <Text size="sm">{consequences[record.id]}</Text>,
      labels: { confirm: "Remove", cancel: "Keep" },
      confirmProps: { color: "red" },
      onConfirm: () => removing.mutate({ ...ids, type: record.id }),
    });
  return (
    <BusyButton
      variant="subtle"
      color="red"
      c="var(--mantine-color-error)"
      isBusy={removing.isPending}
      onClick={ask}
      aria-label={`Remove ${label}`}
    >
      Remove
    </BusyButton>
  );
}
